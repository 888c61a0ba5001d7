"""Renders product pictures: blender -b -P tools/pictures/render.py -- OUT [--size 720] [--samples 40] [NAME ...]

Those that are there are left, so that a stopped batch goes on where it stopped. Beside the goods' own pictures there are
NAME-2, NAME-3 in their further colours, and NAME-nearer from another side. `node tools/pictures/pack.ts OUT` makes the
files of the shop from them.
"""
import glob
import json
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
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


def colours():
    """The colours that goods are sold in beside their first, by the name of their picture."""
    for path in glob.glob(f'{here}/../../shop/catalogue/products/*.json'):
        for category in json.load(open(path)):
            for product in category['products']:
                for choice in product.get('choices', []):
                    for i, value in enumerate(choice['values'][1:], 2):
                        if 'colour' in value:
                            yield f"{product['slug']}-{i}", (product['slug'], value['colour'], False)


pictures = {**{name: (name, None, False) for name in goods}, **dict(colours()),
            **{f'{name}-nearer': (name, None, True) for name in goods}}
for name in names or goods:
    path = os.path.abspath(f'{out}/{name}.png')
    if not os.path.exists(path):
        build, studio.chosen, studio.isNearer = pictures[name]
        studio.begin(size, samples)
        goods[build]()
        studio.save(path)
