"""The engine of Cadogan: the patience games of Lady Adelaide Cadogan's book, and nothing of the web.

>>> from games import catalogue
>>> game = catalogue.game("the-sultan")
>>> position = game.deal("any text is a seed")
>>> position = game.play(position, game.moves(position)[0])
>>> game.status(position)
'playing'
"""
