#!/bin/sh
# Updates a site that runs under systemd, without refusing a request. As root, from a new checkout that
# deploy/install.sh has installed in /opt/scorekeeper/a or /opt/scorekeeper/b, whichever is not running.
# Web processes of the release before go on on the new tables until the new ones are ready.
set -eu
new=$(basename "$(cd "$(dirname "$0")/.." && pwd)")
case $new in
    a) old=b ;;
    b) old=a ;;
    *) echo "Install the new checkout in /opt/scorekeeper/a or /opt/scorekeeper/b." >&2; exit 2 ;;
esac
if systemctl is-active --quiet "scorekeeper-web@$new"; then
    echo "The web processes in /opt/scorekeeper/$new are running: install the update in $old." >&2
    exit 2
fi

# In that folder, as the site does.
manage() {
    folder=/opt/scorekeeper/$1
    shift
    (
        set -a
        . /etc/scorekeeper/env
        set +a
        cd "$folder"
        runuser -u scorekeeper -- .venv/bin/python manage.py "$@"
    )
}

if systemctl is-active --quiet "scorekeeper-web@$old"; then
    manage "$old" backup # by the code that knows the tables as they are
fi
manage "$new" migrate --no-input
manage "$new" collectstatic --no-input --verbosity 0
manage "$new" check --deploy

systemctl start "scorekeeper-web@$new" # returns when they are ready to answer
systemctl enable --quiet "scorekeeper-web@$new"
ln -sfn "/opt/scorekeeper/$new" /opt/scorekeeper/current
systemctl restart scorekeeper-worker scorekeeper-beat
if systemctl is-active --quiet "scorekeeper-web@$old"; then
    systemctl stop "scorekeeper-web@$old"
    systemctl disable --quiet "scorekeeper-web@$old"
fi
echo "The site runs from /opt/scorekeeper/$new."
