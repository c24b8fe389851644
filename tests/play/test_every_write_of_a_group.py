"""The writes of a group against each other write: see ``test_every_write_against_every_other``."""

import pytest

from tests.helpers.play.every_write import OF_GROUPS, faults_beside_others

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("real_queue")]
"""A statement that is asked for is not drawn."""


@pytest.mark.postgres
@pytest.mark.parametrize("write", OF_GROUPS)
def test_no_write_breaks_another_that_runs_into_it(write):
    assert faults_beside_others(write) == {}
