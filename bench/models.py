"""What the floor writes: the least a hand with six payments can be."""

from django.db import models


class FloorGame(models.Model):
    hands = models.PositiveIntegerField(default=0)


class FloorHand(models.Model):
    game = models.ForeignKey(FloorGame, models.PROTECT)
    number = models.PositiveIntegerField()
    entry = models.JSONField()


class FloorPayment(models.Model):
    game = models.ForeignKey(FloorGame, models.PROTECT)
    hand = models.ForeignKey(FloorHand, models.PROTECT)
    payer = models.PositiveIntegerField()
    payee = models.PositiveIntegerField()
    amount = models.PositiveBigIntegerField()
