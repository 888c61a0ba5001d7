"""Furniture, linen, light, plants and what stands outside."""
import math
import random

from mathutils import Vector
from studio import (add, ball, bpy, box, cloth, disc, folded, group, lathe, leaf, main, mat, pillow, ring, shoot, tube, wood)

brass = lambda: mat('#c79a55', 0.25, 1)
linen = lambda color: mat(color, 0.95, sheen=0.6, bump=0.45, scale=220)
knit = lambda color: mat(color, 0.95, sheen=0.8, bump=0.9, weave=16)


def sofa_and_lamp():
    m, legs = linen('#3f6d86'), wood('#5a3a22', '#7d5534', axis=2)
    box((2.9, 1.05, .3), m, (0, 0, .42), .1)
    box((2.9, .3, .95), m, (0, .42, .75), .13)
    for s in (-1, 1):
        box((.28, 1.05, .62), m, (s * 1.38, 0, .6), .12)
    for i in (-1, 0, 1):
        pillow((.84, .86, .34), m, (i * .84, -.08, .66), creases=.02, seed=i)
        pillow((.84, .66, .3), m, (i * .84, .3, 1.04), (1.35, 0, 0), creases=.03, seed=i + 5)
    pillow((.55, .5, .24), linen('#c98f63'), (-.95, .08, 1.0), (1.15, 0, .25), seed=9)
    pillow((.5, .45, .22), linen('#e9dfcd'), (.98, .1, .98), (1.2, 0, -.2), seed=11)
    for x in (-1.3, 1.3):
        for y in (-.4, .4):
            tube([(x, y, .3), (x * 1.02, y * 1.05, 0)], .045, legs, straight=True)
    br = brass()
    disc(.28, .05, br, (1.95, .3, 0))
    tube([(1.95, .3, .03), (1.95, .3, 1.6), (1.9, .3, 2.05), (1.6, .25, 2.2), (1.42, .22, 2.08)], .025, br)
    lathe([(0, .3), (.1, .3), (.14, .26), (.3, 0), (.285, 0), (.12, .25)], mat('#efe6d6', .5), (1.42, .22, 1.78), sub=1)
    ball(.1, mat('#fff0cf', .5, glow=9), (1.42, .22, 1.86))
    shoot('#e4dccb', 15, 14, fill=.86)


def chair():
    m, seat = wood('#4d2f1b', '#74492b', axis=2), mat('#b79a72', .9, bump=.6, weave=24)
    for x in (-.42, .42):
        tube([(x, -.42, 0), (x * .95, -.4, .86)], .045, m, straight=True, taper=[.7, 1])
        tube([(x, .5, 0), (x * .95, .42, .86), (x * .95, .52, 1.72)], .045, m, taper=[.7, 1, .8])
    for z, y in ((.8, 0),):
        box((.86, .08, .1), m, (0, -.4, z), .03)
        box((.86, .08, .1), m, (0, .42, z), .03)
        for x in (-.4, .4):
            box((.07, .8, .1), m, (x, 0, z), .03)
    pillow((.86, .88, .12), seat, (0, 0, .88), creases=.0)
    for z, d in ((1.62, .52), (1.36, .49)):
        tube([(-.42, d, z), (0, d + .1, z), (.42, d, z)], .05, m, taper=[1, 1.5, 1])
    shoot('#e6ddcf', 14, -28, fill=.78)


def ladder_shelf():
    m = wood('#8a5f38', '#b98a58', axis=2)
    for x in (-.75, .75):
        tube([(x, -.5, 0), (x, .4, 2.6)], .045, m, straight=True)
        tube([(x, .45, 0), (x, .42, 2.6)], .045, m, straight=True)
    for i in range(4):
        z, front = .3 + i * .62, -.38 + i * .21
        box((1.62, .45 - front, .05), wood('#8a5f38', '#b98a58', axis=0), (0, (.45 + front) / 2, z), .015)
    for i, (c, h) in enumerate((('#86142a', .42), ('#d7c7a7', .36), ('#56692b', .4), ('#2d5b74', .44))):
        box((.09, .3, h), mat(c, .7), (-.5 + i * .11, .1, .33 + h / 2), .01)
    lathe([(0, 0), (.12, 0), (.2, .2), (.1, .4), (.12, .46), (.1, .46), (.08, .4), (0, .1)], mat('#e4d8c6', .5), (.35, .15, .95))
    box((.5, .3, .22), mat('#c2a878', .9, bump=.7, weave=20), (.1, .2, 1.68), .05)
    lathe([(0, 0), (.1, 0), (.14, .2), (.13, .2), (0, .05)], mat('#b5653f', .8), (-.3, .25, 2.19))
    for i in range(14):
        a = i * 2.4
        leaf(mat('#5d7a48', .5), (-.3 + .12 * math.cos(a), .25 + .12 * math.sin(a), 2.5 + .06 * (i % 3)), .14, (0, -.8, a))
    shoot('#e5ddcf', 12, 24, fill=.82)


def drawer_unit():
    m = mat('#8d9a94', .4, .35, coat=.2)
    box((1.5, 1.0, 1.9), m, (0, 0, 1.15), .05)
    for i, (h, z) in enumerate(((.42, 1.82), (.42, 1.37), (.9, .68))):
        box((1.4, .05, h), mat('#97a49e', .38, .35, coat=.2), (0, -.5, z), .02)
        box((.5, .05, .05), mat('#d8d8d4', .2, 1), (0, -.55, z + h / 2 - .12), .02)
    disc(.045, .03, mat('#d8d8d4', .2, 1), (.55, -.52, 1.9), (1.57, 0, 0), edge=.01)
    for x in (-.6, .6):
        for y in (-.38, .38):
            disc(.11, .08, mat('#232324', .5), (x - .04, y, .11), (0, 1.57, 0))
    shoot('#e2ddd0', 14, 26, fill=.76)


def trunk_table():
    disc(1.0, .95, wood('#6a4a2f', '#92693f', scale=3, axis=2), edge=.06)
    disc(.96, .02, wood('#a97f52', '#d3ad7c', scale=1.4, axis=0), (0, 0, .94), edge=.01)
    for i in range(5):
        ring(.15 + i * .17, .006, mat('#8d6439', .6), (.03, .02, .962))
    lathe([(0, 0), (.2, 0), (.22, .02), (.3, .16), (.33, .3), (.31, .3), (.26, .14), (0, .06)], mat('#efe8da', .4, coat=.3), (.2, -.2, .96))
    box((.55, .4, .08), mat('#2d5b74', .7), (-.4, .1, 1.0), .01, rot=.3)
    shoot('#e3dccd', 26, fill=.72)


def towels(colors, at=(0, 0, 0), w=1.5):
    z = at[2]
    for i, (color, h) in enumerate(colors):
        folded((w - i * .07, 1.0 - i * .03, h), mat(color, 1, sheen=.9, bump=1, scale=420), (at[0], at[1], z), 3, .02 * (-1) ** i, i)
        z += h


def bath_set():
    towels((('#e8dfd0', .42), ('#c4b69f', .36), ('#e8dfd0', .3)), w=1.6)
    disc(.3, 1.3, mat('#c4b69f', 1, sheen=.9, bump=1, scale=420), (-.62, -.95, .3), (0, 1.57, .12), edge=.08)
    disc(.24, 1.05, mat('#f2ece0', 1, sheen=.9, bump=1, scale=420), (-.5, -1.45, .24), (0, 1.57, -.1), edge=.08)
    shoot('#cfd3c4', 24, 16, fill=.78)


def bed_set():
    m, other = linen(main('#cdb491')), linen('#f1ece1')
    box((2.6, 2.4, .5), wood('#7b5735', '#a67c50', axis=0), (0, 0, .3), .05)
    box((2.6, .14, 1.3), wood('#7b5735', '#a67c50', axis=0), (0, 1.22, .75), .06)
    box((2.5, 2.3, .4), m, (0, 0, .7), .14)
    def fall(x, y):
        return -min(max(0, abs(x) - 1.24) * 5 + max(0, -y - .98) * 5, .55)
    cloth((2.74, 2.2), m, (0, -.2, .93), .05, 3, fall)
    cloth((2.72, .62), other, (0, .52, 1.0), .04, 7, lambda x, y: -max(0, abs(x) - 1.24) * 5)
    for x in (-.62, .62):
        pillow((1.1, .75, .4), m, (x, .92, 1.2), (.75, 0, 0), seed=x * 4)
    for x in (-.58, .58):
        pillow((.95, .62, .34), other, (x, .7, 1.22), (.6, 0, 0), seed=x * 4 + 2)
    shoot('#c3cbc6', 24, 22, fill=.84)


def throw():
    folded((1.7, 1.15, .62), knit(main('#2f6a86')), layers=4)
    for i in range(26):
        x = -.8 + i * .064
        tube([(x, -.57, .15), (x + .01, -.66, .06), (x - .01, -.72, 0)], .014, mat(main('#2f6a86'), 1))
    shoot('#e6dccb', 26, 22, fill=.74)


def baby_blanket():
    m = knit(main('#f3eee2'))
    folded((1.5, 1.1, .5), m, layers=3)
    tube([(-.76, -.3, .02), (-.78, -.3, .25), (-.72, -.3, .5), (0, -.31, .53), (.72, -.3, .5), (.78, -.3, .25), (.76, -.3, .02)], .03, mat('#c98d84', .4, sheen=.5))
    for s in (-1, 1):
        tube([(0, -.31, .57), (s * .2, -.36, .74), (s * .36, -.33, .66), (s * .2, -.31, .58), (0, -.31, .57)], .04, mat('#c98d84', .4, sheen=.5))
        tube([(0, -.31, .58), (s * .15, -.55, .56), (s * .24, -.68, .4)], .035, mat('#c98d84', .4, sheen=.5))
    shoot('#c9d6d6', 28, 18, fill=.76)


def candle(m, at, h, r=.14, lit=True):
    lathe([(0, 0), (r, 0), (r, h - .03), (r - .03, h), (r * .5, h - .02), (0, h - .03)], m, at, sub=1)
    tube([(at[0], at[1], at[2] + h - .03), (at[0] + .015, at[1], at[2] + h + .09)], .012, mat('#2a2018', .9))
    if lit:
        lathe([(0, 0), (.035, .05), (.045, .1), (.02, .22), (0, .28)], mat('#ffca66', .5, glow=14), (at[0] + .01, at[1], at[2] + h + .05))


def beeswax_candles():
    m = mat('#d9a23c', .55, sheen=.2, bump=.12, scale=26)
    candle(m, (-.42, .3, 0), 1.5)
    candle(m, (0, .45, 0), 1.15)
    for row, n in enumerate((4, 3, 2, 1)):
        for i in range(n):
            disc(.14, 1.35, m, (-.35 + .02 * (i % 2), -.4 - (i + row / 2) * .285, .14 + .24 * row), (0, 1.57, .06), edge=.03)
    shoot('#e6d3b4', 18, fill=.76)


def baptism_candle():
    m, ribbon = mat('#f6f0e2', .5, sheen=.1), mat(main('#86142a'), .35, sheen=.5)
    candle(m, (0, 0, 0), 2.7, .13)
    for z in (1.3, 1.36, 1.42):
        ring(.135, .022, ribbon, (0, 0, z))
    for s in (-1, 1):
        tube([(0, -.14, 1.36), (s * .26, -.2, 1.56), (s * .46, -.16, 1.42), (s * .24, -.16, 1.3), (0, -.15, 1.36)], .05, ribbon)
        tube([(0, -.16, 1.36), (s * .16, -.2, .9), (s * .22, -.18, .45)], .045, ribbon)
    ball(.08, ribbon, (0, -.17, 1.36))
    for i in range(10):
        leaf(mat('#7f8a5c', .5), ((-1) ** i * (.1 + .03 * (i % 4)), -.14, 1.0 + .09 * i), .13, (.2, -.6 * (-1) ** i, .4))
    shoot('#dfe3e2', 10, fill=.8)


def oil_lamp():
    clay = mat('#b0623c', .75, bump=.15, scale=22)
    lathe([(0, 0), (.4, 0), (.42, .04), (.66, .22), (.68, .32), (.5, .42), (.4, .4), (.2, .36), (.13, .36), (.1, .3), (0, .3)], clay)
    tube([(.5, 0, .24), (.8, 0, .27), (1.1, 0, .3)], .2, clay, taper=[1.15, .95, .8])
    ring(.09, .05, clay, (1.12, 0, .43))
    ring(.2, .06, clay, (-.82, 0, .32), (1.57, 0, 0))
    for r in (.47, .28):
        ring(r, .018, clay, (0, 0, .41 - (r < .4) * .02))
    for i in range(16):
        a = i * math.pi / 8
        ball(.028, clay, (.375 * math.cos(a), .375 * math.sin(a), .4))
    tube([(1.02, 0, .42), (1.13, 0, .46), (1.16, 0, .52)], .025, mat('#2a2018', .9))
    lathe([(0, 0), (.05, .06), (.06, .14), (.025, .32), (0, .4)], mat('#ffca66', .5, glow=12), (1.16, 0, .48))
    shoot('#dccbb2', 22, 18, fill=.76)


def paper_lantern():
    def lantern(color, at, r):
        lathe([(max(.2 * r, r * math.sin(math.pi * t / 26) * (1 - .035 * (t % 2))), r - r * math.cos(math.pi * t / 26)) for t in range(2, 25)], mat(color, .85, glow=.25), at, sub=0)
        for z in (.03, 1.97):
            ring(.23 * r, .02, mat('#3a3028', .8), (at[0], at[1], at[2] + z * r))
        tube([(at[0], at[1], at[2] + 2 * r), (at[0], at[1], 3.0)], .008, mat('#3a3028', .8), straight=True)
    for x, z, r, color in ((-1.3, 1.2, .5, '#f6e7c8'), (-.45, 1.85, .42, '#d8725c'), (.5, 1.55, .52, '#f6e7c8'),
                           (1.35, 1.95, .4, '#e7b26a'), (-.75, .5, .4, '#e7b26a'), (.75, .45, .46, '#d8725c')):
        lantern(color, (x, 0, z), r)
    shoot('#cfc3b6', 2, fill=.8)


def golden_mirror():
    def build():
        disc(1.0, .06, mat('#e8ecec', .02, 1), (0, 0, 0), (1.57, 0, 0), edge=.01)
        ring(1.02, .09, mat('#cfa252', .3, 1), (0, -.03, 0), (1.57, 0, 0))
    group(build, (0, .1, 1.12), tilt=(-.12, 0))
    lathe([(0, 0), (.16, 0), (.2, .2), (.28, .45), (.2, .66), (.22, .7), (.19, .7), (.16, .64), (0, .1)], mat('#b5653f', .7, bump=.1, scale=20), (1.05, -.5, 0))
    shoot('#e0d3c2', 8, -12, fill=.8)


def silver_frame():
    m = mat('#d4d4d2', .2, 1, bump=.05, scale=30)
    def build():
        for x in (-.62, .62):
            box((.14, .08, 1.7), m, (x, 0, .85), .05)
        for z in (.07, 1.63):
            box((1.38, .08, .14), m, (0, 0, z), .05)
        box((1.2, .02, 1.5), mat('#f2ece0', .9), (0, .02, .85), .005)
        box((1.0, .01, .5), mat('#6f98a3', .9), (0, .005, .6), .002)
        ball(.16, mat('#d99a5b', .9), (.18, .006, 1.08), (1, .03, 1))
        box((.62, .01, .1), mat('#7d8467', .9), (-.19, .002, .86), .04)
    group(build, tilt=(-.16, 0), turn=-.2)
    tube([(.1, .75, 0), (.05, .36, .9)], .03, m, straight=True)
    shoot('#d5dad6', 10, fill=.76)


def crown_case():
    box((2.0, 1.3, .5), wood('#5a3a22', '#83593a', axis=0), (0, 0, .25), .03)
    box((1.84, 1.14, .02), mat('#7c1f33', .95, sheen=1), (0, 0, .5), .01)
    group(lambda: box((2.0, 1.3, .1), mat('#e9f0ee', 0, trans=1), (0, .65, 0), .02), (0, .66, .5), tilt=(1.3, 0))
    for s in (-1, 1):
        ring(.38, .025, mat('#e6dcc6', .3, .6), (s * .43, -.02, .56))
        for i in range(22):
            a = i * .2856
            ball(.045 + .02 * (i % 2), mat('#f6f1e6', .35, coat=.5), (s * .43 + .38 * math.cos(a), -.02 + .38 * math.sin(a), .58 + .02 * (i % 3)))
    tube([(-.1, -.1, .58), (0, -.45, .56), (.1, -.1, .58)], .015, mat('#efe6d2', .5, sheen=1))
    shoot('#e0d6c8', 34, 16, fill=.8)


def vase():
    m = mat('#b5653f', .7, bump=.12, scale=24)
    lathe([(0, 0), (.36, 0), (.4, .04), (.44, .2), (.66, .7), (.62, 1.1), (.32, 1.4), (.24, 1.6), (.34, 1.8), (.31, 1.8), (.2, 1.6), (0, 1.5)], m)
    for s in (-1, 1):
        tube([(s * .56, 0, 1.12), (s * .78, 0, 1.3), (s * .66, 0, 1.62), (s * .28, 0, 1.68)], .06, m)
    shoot('#e3d6c3', 10, fill=.76)


def pot(color, r=.5, h=.75):
    lathe([(0, 0), (r * .66, 0), (r * .7, .03), (r * .95, h * .8), (r, h * .82), (r * 1.04, h), (r * .94, h), (r * .9, h * .85), (0, h * .8)], mat(color, .85, bump=.12, scale=22))
    lathe([(0, h * .86), (r * .92, h * .84)], mat('#3b2a1e', 1, bump=.9, scale=24), sub=0)


def tree(leaf_color, fruit=None, trunk='#7d6a52'):
    random.seed(11)
    pot('#b5653f')
    bark = mat(trunk, .9, bump=.5, scale=14)
    tube([(0, 0, .55), (.06, .02, .95), (-.05, 0, 1.3), (.03, 0, 1.65)], .075, bark, taper=[1.3, 1, .85, .6])
    green = [mat(leaf_color, .55), mat('#9aa583' if not fruit else '#5d8a44', .55)]
    middle = Vector((.0, 0, 2.0))
    for i in range(20):
        way = Vector((random.gauss(0, 1), random.gauss(0, 1), random.gauss(.25, .7))).normalized()
        end = middle + way * .55
        tube([(.02, 0, 1.55), tuple((Vector((.02, 0, 1.55)) + end) / 2 + Vector((0, 0, .1))), tuple(end)], .016, bark)
    for i in range(420):
        way = Vector((random.gauss(0, 1), random.gauss(0, 1), random.gauss(0, 1))).normalized()
        p = middle + Vector((way.x * .72, way.y * .72, way.z * .6)) * random.uniform(.55, 1)
        bpy.ops.mesh.primitive_uv_sphere_add(segments=8, ring_count=5, radius=1, location=p, rotation=(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0, 6.28)))
        o = bpy.context.object
        o.scale = (.12, .038, .008) if not fruit else (.13, .06, .01)
        bpy.ops.object.shade_smooth()
        o.data.materials.append(green[i % 2])
    if fruit:
        for i in range(13):
            a = i * 2.4
            ball(.1, mat(fruit, .4, coat=.3), (.62 * math.cos(a), .62 * math.sin(a), 1.75 + .12 * (i % 5)), (1, 1, 1.25))
    shoot('#dfe2d0', 8, fill=.82)


def cactus():
    pot('#d9c2a6', .45, .6)
    for at, r, h in (((0, 0, .5), .24, 1.1), ((-.34, .02, 1.0), .14, .5), ((.34, 0, .85), .15, .55)):
        for i in range(12):
            a = i * math.pi / 6
            ball(r * .62, mat('#4f7a52', .6), (at[0] + r * .5 * math.cos(a), at[1] + r * .5 * math.sin(a), at[2] + h / 2), (1, 1, h / r * .85))
    tube([(-.34, .02, 1.05), (-.3, .02, .9), (0, 0, .95)], .11, mat('#4f7a52', .6))
    tube([(.34, 0, .9), (.3, 0, .78), (0, 0, .8)], .11, mat('#4f7a52', .6))
    ball(.09, mat('#d9627c', .5), (0, 0, 1.72))
    shoot('#ece2cf', 10, fill=.76)


def bicycle(color, at, turn):
    m, dark, br = mat(color, .3, coat=.6), mat('#2a2826', .6), mat('#c9c8c4', .2, 1)
    def build():
        for x in (-.95, .95):
            ring(.6, .035, dark, (x, 0, .62), (1.57, 0, 0))
            ring(.55, .016, br, (x, 0, .62), (1.57, 0, 0))
            for i in range(12):
                a = i * math.pi / 6
                tube([(x, 0, .62), (x + .55 * math.cos(a), 0, .62 + .55 * math.sin(a))], .005, br, straight=True)
            ball(.05, br, (x, 0, .62))
        rear, crank, seat, head, front = (-.95, 0, .62), (-.2, 0, .55), (-.42, 0, 1.2), (.62, 0, 1.3), (.95, 0, .62)
        for a, b in ((rear, crank), (crank, seat), (rear, seat), (crank, head), (front, head)):
            tube([a, b], .032, m, straight=True)
        tube([(-.38, 0, 1.08), (.1, 0, .92), (.66, 0, 1.15)], .03, m)
        tube([seat, (-.47, 0, 1.36)], .022, br, straight=True)
        ball(.17, mat('#7a4b2b', .5), (-.5, 0, 1.4), (1.1, .62, .3))
        tube([head, (.57, 0, 1.5)], .024, br, straight=True)
        tube([(.4, -.34, 1.5), (.6, -.3, 1.56), (.6, 0, 1.52), (.6, .3, 1.56), (.4, .34, 1.5)], .022, br)
        for s in (-1, 1):
            tube([(.4, s * .34, 1.5), (.24, s * .35, 1.48)], .034, mat('#7a4b2b', .6), straight=True)
        disc(.15, .02, br, (crank[0], -.04, crank[2]), (1.57, 0, 0))
        tube([(-.2, -.06, .55), (-.05, -.08, .36)], .02, br, straight=True)
        box((.16, .1, .03), dark, (-.05, -.15, .35), .01)
        tube([(-1.6, 0, .78), (-1.35, 0, 1.16), (-.95, 0, 1.29), (-.55, 0, 1.16)], .03, m)
        tube([(.5, 0, 1.1), (.95, 0, 1.29), (1.4, 0, 1.1)], .028, m)
        tube([(-.95, 0, .62), (-.95, .14, .0)], .016, br, straight=True)
    group(build, at, turn)


def city_bicycle_pair():
    bicycle('#5f7f73', (0, .75, 0), .12)
    bicycle('#86142a', (.15, -.35, 0), -.08)
    shoot('#e4e1d4', 12, 16, fill=.86)


def beach_parasol():
    colors = [mat('#f3ead8', .9), mat('#3f7f96', .9)]
    n = 16
    for i in range(n):
        verts, faces = [], []
        for k in range(5):
            t = k / 4
            for j in (0, 1, 2):
                a = (i + j / 2) * 2 * math.pi / n
                verts.append((1.25 * t * math.cos(a), 1.25 * t * math.sin(a), 2.5 - .42 * t * t - (.04 * t if j == 1 else 0)))
        for k in range(4):
            for j in (0, 1):
                faces.append((3 * k + j, 3 * k + j + 1, 3 * k + j + 4, 3 * k + j + 3))
        me = bpy.data.meshes.new('p')
        me.from_pydata(verts, [], faces)
        for p in me.polygons:
            p.use_smooth = True
        add(me, colors[i % 2]).modifiers.new('t', 'SOLIDIFY').thickness = .012
    tube([(0, 0, 0), (0, 0, 2.62)], .035, wood('#a47a4c', '#cfa678', axis=2), straight=True)
    ball(.05, brass(), (0, 0, 2.64))
    ball(.55, mat('#e0c99b', 1, bump=.4, scale=40), (0, 0, -.12), (1, 1, .5))
    shoot('#e7dcc4', 4, fill=.84)


def picnic_basket():
    m = mat('#b98a52', .8, bump=1, weave=9)
    lathe([(0, 0), (.85, 0), (.9, .04), (1.0, .7), (1.04, .74), (.96, .74), (.88, .1), (0, .06)], m).scale = (1.15, .8, 1)
    for z in (.02, .72):
        ring(.9 + z * .17, .05, mat('#8e6335', .8, bump=.8, weave=20), (0, 0, z)).scale = (1.15, .8, 1)
    tube([(-1.12, 0, .7), (-.95, 0, 1.25), (0, 0, 1.5), (.95, 0, 1.25), (1.12, 0, .7)], .055, mat('#8e6335', .8, bump=.8, weave=20))
    cloth((1.75, 1.15), mat('#86142a', .95, sheen=.5, bump=.3, scale=260), (0, 0, .62), .1, 5, lambda x, y: .14 * max(0, 1 - x * x - y * y * 2))
    for s in (-1, 1):
        cloth((.62, .5), mat('#86142a', .95, sheen=.5, bump=.3, scale=260), (.45 * s, -.78, .62), .05, 3 + s, lambda x, y: .1 - max(0, -y) ** 2 * 5)
    disc(.13, .8, mat('#f2ede2', .4, coat=.25), (-.35, .1, .5), (.3, -.2, 0), edge=.1)
    disc(.17, .9, wood('#b8793a', '#dca85f', axis=2), (.3, -.02, .9), (0, .9, .3), edge=.15)
    shoot('#dfe0cb', 18, 16, fill=.8)


def mantel_clock():
    m = wood('#4d2f1b', '#74492b', axis=0)
    box((1.6, .55, .14), m, (0, 0, .07), .03)
    box((1.2, .45, .95), m, (0, 0, .6), .03)
    disc(.6, .45, m, (0, .225, 1.05), (1.57, 0, 0))
    disc(.46, .03, mat('#f4ecdc', .6), (0, -.22, 1.0), (1.57, 0, 0))
    ring(.47, .035, brass(), (0, -.24, 1.0), (1.57, 0, 0))
    for i in range(12):
        a = i * math.pi / 6
        box((.025, .012, .09), mat('#2a211d', .6), (.37 * math.sin(a), -.255, 1.0 + .37 * math.cos(a)), .002, (0, a, 0))
    for length, a in ((.24, -.9), (.34, .6)):
        box((.03, .012, length), mat('#2a211d', .5), (length / 2 * math.sin(a), -.265, 1.0 + length / 2 * math.cos(a)), .002, (0, a, 0))
    shoot('#e2d8c8', 10, -16, fill=.74)


goods = {
    'three-seat-sofa-and-reading-lamp': sofa_and_lamp, 'walnut-dining-chair': chair, 'ladder-shelf': ladder_shelf,
    'drawer-unit': drawer_unit, 'tree-trunk-table': trunk_table, 'linen-bath-set': bath_set, 'linen-bed-set': bed_set,
    'woven-throw': throw, 'merino-baby-blanket': baby_blanket, 'beeswax-candles': beeswax_candles,
    'baptism-candle': baptism_candle, 'oil-lamp': oil_lamp, 'paper-lantern': paper_lantern,
    'golden-mirror': golden_mirror, 'silver-frame': silver_frame,
    'wedding-crown-case': crown_case, 'two-handled-vase': vase, 'olive-tree': lambda: tree('#7f8a6a'),
    'lemon-tree': lambda: tree('#4f7a3c', '#f0c93a'), 'cactus': cactus,
    'city-bicycle-pair': city_bicycle_pair, 'beach-parasol': beach_parasol, 'picnic-basket': picnic_basket,
    'mantel-clock': mantel_clock,
}
