"""What stands in the arch of a registry without a photograph, one for each kind of event; higher than wide."""
import math
import random

import goods_home
import goods_kitchen
import goods_things
from studio import ball, box, bpy, cloth, disc, folded, group, lathe, leaf, mat, ring, shoot, tube


def olive_twig(points, n=18, size=.17):
    tube(points, .014, mat('#6d5b43', .7))
    green = mat('#7f8a5c', .5)
    a, b = points[0], points[-1]
    for i in range(n):
        u = i / (n - 1)
        s = 1 if i % 2 else -1
        leaf(green, tuple(a[k] + (b[k] - a[k]) * u + (.08 * s if k == 1 else .03 * (k == 2)) for k in range(3)), size, (random.uniform(-.3, .3), random.uniform(-.3, .3), s * .9 + .2))


def rings():
    under = cloth((9, 9), mat('#f2ebdf', .95, sheen=.8, bump=.3, scale=420), (0, 0, -.12), .13, 2)
    under['isGround'] = True
    gold = mat('#d9b36c', .14, 1)
    for at, rot in (((-.2, 0, .36), (1.2, .1, .5)), ((.24, .1, .14), (.3, .35, 0))):
        ring(.36, .05, gold, at, rot)
    olive_twig([(-.95, .55, .14), (-.2, .72, .2), (.5, .68, .18), (1.1, .5, .14)])
    shoot('#eadfce', 36, 0, fill=.8)


def baptism():
    goods_home.candle(mat('#f6f0e2', .5, sheen=.1), (0, 0, 0), 2.3, .14)
    ribbon = mat('#7fa6b8', .4, sheen=.5)
    for z in (1.0, 1.06, 1.12):
        ring(.145, .022, ribbon, (0, 0, z))
    for s in (-1, 1):
        tube([(0, -.15, 1.06), (s * .26, -.2, 1.26), (s * .46, -.16, 1.12), (s * .24, -.16, 1.0), (0, -.15, 1.06)], .05, ribbon)
        tube([(0, -.16, 1.06), (s * .16, -.2, .7), (s * .24, -.18, .3)], .045, ribbon)
    folded((1.5, 1.0, .3), goods_home.linen('#f4efe4'), (.15, .75, 0), 3)
    olive_twig([(-1.0, -.55, .05), (-.3, -.7, .08), (.4, -.6, .06)], 14)
    shoot('#dbe6e8', 10, 0, fill=.84)


def cake():
    cream, jam = mat('#f6ecd9', .6, bump=.04, scale=9), mat('#86142a', .3, coat=.5)
    for r, z, h in ((1.0, .12, .62), (.68, .74, .52), (.4, 1.26, .42)):
        disc(r, h, cream, (0, 0, z), edge=.06)
        for i in range(int(r * 26)):
            a = i * 2 * math.pi / int(r * 26)
            ball(.07, mat('#fbf5e8', .5) if i == 0 else bpy.data.materials[-1], (r * 1.0 * math.cos(a), r * 1.0 * math.sin(a), z + .04))
    for i in range(7):
        a = i * .9
        ball(.09, jam, (.5 * math.cos(a), .5 * math.sin(a), 1.32))
    lathe([(0, 0), (.5, 0), (.52, .03), (.2, .06), (1.15, .09), (1.2, .12), (0, .12)], mat('#c79a55', .25, 1))
    for x, y in ((-.2, -.1), (0, .12), (.2, -.1)):
        goods_home.candle(mat('#7fa6b8', .5), (x, y, 1.68), .42, .035)
    shoot('#f0dcd6', 10, 0, fill=.8)


def bear():
    m, pale = mat('#b98a5a', 1, sheen=1, bump=1, scale=60), mat('#e6d0ae', 1, sheen=1, bump=1, scale=60)
    ball(.62, m, (0, 0, .62), (1, .88, 1.08))
    ball(.42, pale, (0, -.24, .62), (.9, .8, 1))
    ball(.5, m, (0, -.05, 1.55), (1.08, .95, .95))
    ball(.22, pale, (0, -.45, 1.45), (1.1, .9, .8))
    ball(.07, mat('#2a211d', .3, coat=.6), (0, -.65, 1.53), (1.2, .8, .8))
    for s in (-1, 1):
        ball(.19, m, (s * .42, 0, 1.95), (1, .6, 1))
        ball(.11, pale, (s * .42, -.09, 1.95), (1, .5, 1))
        ball(.05, mat('#2a211d', .15, coat=.8), (s * .17, -.48, 1.68))
        ball(.22, m, (s * .62, -.22, .85), (.8, .9, 1.7), (.5, s * -.5, 0))
        ball(.27, m, (s * .42, -.6, .22), (.9, 1.5, .85))
        ball(.17, pale, (s * .44, -.98, .24), (1, .3, 1))
    for s in (-1, 1):
        tube([(0, -.46, 1.12), (s * .16, -.5, 1.22), (s * .27, -.48, 1.1), (s * .14, -.5, 1.05), (0, -.46, 1.12)], .04, mat('#7fa6b8', .5, sheen=.4))
    shoot('#f3e6c9', 8, 10, fill=.84)


def cap():
    x = 0
    for i, c in enumerate(('#1d4a5e', '#b07a24', '#86142a')):
        box((1.6 - .08 * i, 1.15, .24), mat(c, .6, bump=.1, scale=160), (0, 0, .12 + i * .26), .02, rot=.08 * (-1) ** i)
        box((1.56 - .08 * i, 1.1, .19), mat('#efe6d2', .9), (.03, 0, .12 + i * .26), .01, rot=.08 * (-1) ** i)
    black = mat('#24262c', .75, bump=.1, scale=200)
    lathe([(.5, .8), (.52, .82), (.5, 1.15), (0, 1.2)], black, (0, 0, 0), sub=1)
    box((1.35, 1.35, .05), black, (0, 0, 1.2), .02, rot=.78)
    ball(.05, mat('#c79a55', .4, .6), (0, 0, 1.24))
    tube([(0, 0, 1.25), (.45, -.35, 1.25), (.72, -.52, 1.1), (.72, -.54, .8)], .02, mat('#c79a55', .5, .3))
    tube([(.72, -.54, .8), (.72, -.54, .5)], .05, mat('#c79a55', .6, .2), taper=[.6, 1.2])
    shoot('#e2e8d6', 14, 22, fill=.84)


def balloons():
    for at, c, r in (((-.62, .1, 2.3), '#a9506a', .55), ((.1, -.1, 2.75), '#d3a24a', .6), ((.72, .15, 2.15), '#5d8a94', .52)):
        m = mat(c, .18, coat=.6, trans=.12)
        ball(r, m, at, (1, 1, 1.16))
        lathe([(0, .1), (.03, .08), (.07, 0), (0, .01)], m, (at[0], at[1], at[2] - r * 1.16 - .06), sub=0)
        tube([(at[0], at[1], at[2] - r * 1.16), (at[0] * .5, at[1], .9), (0, 0, .42)], .008, mat('#6d5b43', .8))
    present(.7, '#efe4d2', '#86142a')
    shoot('#e8e0ee', 6, 0, fill=.84)


def present(size, paper, color, at=(0, 0, 0), turn=.4):
    ribbon = mat(color, .4, sheen=.5)
    def build():
        box((size, size, size * .6), mat(paper, .7), (0, 0, size * .3), .02)
        box((size * 1.04, size * 1.04, size * .16), mat(paper, .7), (0, 0, size * .6), .02)
        for way in (0, 1):
            box((size * 1.06 if way else size * .16, size * .16 if way else size * 1.06, size * .7), ribbon, (0, 0, size * .345), .01)
        for s in (-1, 1):
            tube([(0, 0, size * .7), (s * size * .25, 0, size * .95), (s * size * .46, 0, size * .82), (s * size * .25, 0, size * .72), (0, 0, size * .7)], size * .06, ribbon)
        ball(size * .08, ribbon, (0, 0, size * .72))
    group(build, at, turn)


def gift():
    present(1.5, '#e9dcc6', '#86142a', (0, 0, 0), .45)
    present(.85, '#7f8a72', '#f1e6d2', (-1.05, -.7, 0), -.3)
    olive_twig([(.3, -1.2, .05), (.9, -.95, .08), (1.5, -.6, .06)], 12)
    shoot('#efe2d3', 18, 0, fill=.82)


def laid_table():
    under = cloth((9, 9), mat('#f4eee2', .95, sheen=.8, bump=.3, scale=420), (0, 0, -.1), .06, 4)
    under['isGround'] = True
    white = mat('#f6f1e6', .35, coat=.3)
    goods_kitchen.plate(white, 1.0, (0, 0, .02))
    goods_kitchen.plate(mat('#7f8a72', .45, coat=.2), .72, (0, 0, .14))
    group(lambda: folded((.34, .95, .12), goods_home.linen('#86142a'), layers=2), (0, .02, .24), .25)
    olive_twig([(-.3, -.25, .42), (0, .05, .47), (.28, .35, .42)], 10, .12)
    steel = goods_kitchen.steel(.16)
    for x in (-1.2, 1.2):
        tube([(x, -.75, .06), (x, -.1, .08), (x, .4, .07)], .045, steel, taper=[1.3, .7, .7])
        ball(.15, steel, (x, .58, .08), (.85, 1.35, .2))
    for x, y, h in ((-.75, 1.3, 1.2), (.1, 1.5, 1.5), (.85, 1.25, 1.0)):
        disc(.2, .08, mat('#c79a55', .3, 1), (x, y, .06))
        goods_home.candle(mat('#f6f0e2', .5, sheen=.1), (x, y, .1), h, .09)
    shoot('#efe4d6', 34, 0, fill=.8)


def two_cups():
    for x, y, turn, color in ((-.55, .15, .5, '#f4efe4'), (.62, -.2, 2.6, '#7f8a72')):
        goods_kitchen.cup(mat(color, .35, coat=.3, bump=.03, scale=14), (x, y, 0), turn)
    olive_twig([(-1.1, -.75, .05), (-.4, -.95, .08), (.3, -1.0, .06)], 14)
    shoot('#efe2d3', 26, 0, fill=.84)


def olive_vase():
    clay = mat('#efe6d6', .6, bump=.08, scale=20)
    lathe([(0, 0), (.34, 0), (.42, .08), (.5, .42), (.36, .8), (.2, .98), (.23, 1.1), (.19, 1.1), (.16, .98), (0, .9)], clay)
    for way in ((-.55, .15, 2.3), (.1, .1, 2.6), (.62, -.1, 2.2)):
        points = [(0, 0, .95), (way[0] * .4, way[1] * .4, 1.6), way]
        tube(points, .022, mat('#6d5b43', .7))
        for i in range(14):
            u, s = .15 + .85 * i / 13, 1 if i % 2 else -1
            at = tuple(points[0][k] + (way[k] - points[0][k]) * u + (.1 * s if k == 0 else 0) for k in range(3))
            leaf(mat('#7f8a5c', .5), at, .17, (random.uniform(-.4, .4), s * -.7, random.uniform(-.3, .3)))
        for i in range(3):
            u = .4 + .2 * i
            ball(.05, mat('#4c5228', .3, coat=.5), tuple(points[0][k] + (way[k] - points[0][k]) * u - (.07 if k == 2 else 0) for k in range(3)), (1, 1, 1.3))
    shoot('#e4e6d8', 10, 0, fill=.82)


def lanterns():
    brass, wax = mat('#c79a55', .3, 1), mat('#f6f0e2', .5, sheen=.1)
    for x, y, h in ((-.55, .2, 1.5), (.5, -.1, 1.05)):
        for a, b in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            tube([(x + a * .3, y + b * .3, .06), (x + a * .3, y + b * .3, h)], .025, brass, straight=True)
        box((.72, .72, .07), brass, (x, y, .035), .02)
        box((.72, .72, .06), brass, (x, y, h), .02)
        lathe([(.36, 0), (.1, .26), (.08, .3), (0, .31)], brass, (x, y, h + .02), sub=0)
        ring(.1, .02, brass, (x, y, h + .42), (1.57, 0, 0))
        goods_home.candle(wax, (x, y, .07), h * .5, .12)
    olive_twig([(-1.1, -.6, .05), (-.3, -.75, .08), (.4, -.7, .06)], 14)
    shoot('#ddd6e0', 10, 14, fill=.82)


covers = {'table': laid_table, 'cups': two_cups, 'olive': olive_vase, 'lantern': lanterns, 'church': rings, 'dove': baptism, 'cake': cake, 'bottle': bear, 'cap': cap,
          'backpack': goods_things.backpack, 'popper': balloons, 'gift': gift}
