"""Renders product pictures: blender -b -P tools/pictures/render.py -- OUT [--size 720] [--samples 40] [NAME ...]

Those that are there are left, so that a stopped batch goes on where it stopped. `node tools/pictures/pack.ts OUT` makes
the files of the shop from them.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import covers
import goods_gifts
import goods_home
import goods_kitchen
import goods_things
import studio

words = sys.argv[sys.argv.index('--') + 1:]


def option(name, default):
    if name not in words:
        return default
    at = words.index(name)
    value = int(words[at + 1])
    del words[at:at + 2]
    return value


size, samples = option('--size', 720), option('--samples', 40)
out, names = words[0], words[1:]
goods = {**{f'cover-{name}': build for name, build in covers.covers.items()}, **goods_kitchen.goods, **goods_home.goods, **goods_things.goods,
         **goods_gifts.goods}
for name in names or goods:
    path = os.path.abspath(f'{out}/{name}.png')
    if not os.path.exists(path):
        studio.begin(size, samples)
        goods[name]()
        studio.save(path)
