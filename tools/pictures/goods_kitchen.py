"""Pots, plates, glasses and what stands on a table."""
import math
import random

from studio import ball, box, cloth, disc, group, lathe, main, mat, pane, ring, shoot, tube, wood

brass = lambda: mat('#c79a55', 0.25, 1)
steel = lambda rough=0.2: mat('#c9c8c4', rough, 1)
glass = lambda: mat('#ffffff', 0, trans=1, ior=1.45)


def teapot():
    m, br = mat('#7d1024', 0.28, coat=0.6, bump=0.04, scale=18), brass()
    lathe([(0, 0), (.42, 0), (.45, .02), (.62, .2), (.78, .5), (.74, .82), (.52, 1.04), (.36, 1.1), (.33, 1.1), (.33, 1.06)], m)
    lathe([(0, 1.24), (.2, 1.2), (.33, 1.13), (.37, 1.1), (.37, 1.085), (0, 1.085)], m)
    lathe([(0, 1.38), (.06, 1.37), (.075, 1.32), (.04, 1.26), (.03, 1.22), (0, 1.22)], br)
    tube([(.6, 0, .36), (.95, 0, .5), (1.1, 0, .86), (1.24, 0, 1.0)], .13, m, taper=[1.3, .95, .62, .5])
    tube([(-.56, 0, .96), (-.98, 0, 1.0), (-1.06, 0, .66), (-.7, 0, .36)], .055, br)
    shoot('#efe0d6', 22)


cup_profile = [(0, 0), (.2, 0), (.22, .03), (.36, .2), (.42, .44), (.4, .445), (.34, .22), (.2, .07), (0, .05)]
saucer_profile = [(0, 0), (.3, 0), (.34, .03), (.68, .1), (.7, .115), (.66, .125), (.34, .06), (0, .055)]


def cup(m, at=(0, 0, 0), turn=0.0):
    def build():
        lathe(saucer_profile, m)
        lathe(cup_profile, m, (0, 0, .06))
        tube([(.36, 0, .42), (.6, 0, .46), (.62, 0, .24), (.3, 0, .16)], .035, m)
        lathe([(0, .36), (.385, .36)], mat('#3c1d0e', .1), (0, 0, .03), sub=0)
    group(build, at, turn)


def cups_and_saucers():
    m = mat(main('#f4efe4'), .35, coat=.3, bump=.03, scale=14)
    for x, y, turn in ((-.75, .1, .4), (.65, .75, -.5), (-.5, 1.5, .2), (.35, -.75, -.2)):
        cup(m, (x, y, 0), turn)
    shoot('#c3cbb6', 34, fill=.76)


def wine_glass(at, wine=None, profile=None, level=1.33):
    lathe(profile or [(0, 0), (.42, 0), (.43, .012), (.1, .05), (.04, .12), (.035, .75), (.08, .85), (.34, 1.06), (.47, 1.35), (.46, 1.62), (.36, 1.95), (.352, 1.95), (.452, 1.62), (.46, 1.35), (.33, 1.075), (.06, .875), (0, .87)], glass(), at)
    if wine:
        lathe([(0, .872), (.06, .877), (.328, 1.077), (.452, 1.3), (.455, level), (0, level)], mat(wine, .02, trans=.75, ior=1.34), at)


def bordeaux_glasses():
    for i, (at, wine) in enumerate((((-.95, .5, 0), None), ((0, .1, 0), '#4a0a18'), ((.95, .55, 0), None))):
        wine_glass(at, wine)
    shoot('#dfe3da', 12)


def champagne_flutes():
    profile = [(0, 0), (.34, 0), (.35, .012), (.08, .04), (.03, .1), (.028, .8), (.05, .9), (.17, 1.15), (.22, 1.6), (.2, 2.1), (.193, 2.1), (.212, 1.6), (.16, 1.16), (.03, .93), (0, .92)]
    for at, full in (((-.4, 0, 0), 1), ((.4, .3, 0), 1)):
        lathe(profile, glass(), at)
        lathe([(0, .925), (.03, .935), (.155, 1.17), (.205, 1.6), (.2, 1.85), (0, 1.85)], mat('#e8c886', .02, trans=.9, ior=1.33), at)
    shoot('#efe4d2', 12)


def tumbler(at, drink=None, r=.36, h=.82, base=.12):
    lathe([(0, 0), (r - .05, 0), (r - .03, .03), (r, h)], pane(), at, sub=1)
    lathe([(0, base), (r - .09, base), (r - .05, base + .04)], pane('#e6eeee'), at, sub=1)
    ring(r, .012, pane('#eef4f4'), (at[0], at[1], at[2] + h))
    if drink:
        lathe([(0, base + .01), (r - .08, base + .01), (r - .03, h * .5), (0, h * .5)], pane(drink, drink), at, sub=0)


def whisky_tumblers():
    for x, y, drink in ((-.5, .15, '#d99a4e'), (.5, .3, None), (-.2, 1.1, None), (.1, -.65, None)):
        tumbler((x, y, 0), drink)
        ring(r=.356, thick=.014, m=pane('#cfdada'), at=(x, y, .46))
    shoot('#dccbb2', 24)


def water_glasses():
    for x, y in ((-.75, .3), (.05, .1), (.8, .3), (-.35, -.65), (.45, -.7), (.4, 1.0)):
        tumbler((x, y, 0), '#dcecef' if x == .05 else None, r=.3, h=.92, base=.07)
    shoot('#c3d3d6', 22)


def plate(m, r, at, deep=.07):
    k = r / .9
    lathe([(0, 0), (.5 * k, 0), (.55 * k, .02), (.62 * k, deep), (.88 * k, deep + .05), (.9 * k, deep + .06), (.86 * k, deep + .075), (.6 * k, deep + .02), (.54 * k, .045), (0, .04)], m, at)


def dinner_service():
    m = mat(main('#f2ede2'), .4, coat=.25, bump=.03, scale=16)
    for i in range(6):
        plate(m, 1.0, (-.55, .15, i * .085))
    for i in range(6):
        plate(m, .78, (-.55, .15, .51 + i * .075))
    for i in range(6):
        lathe([(0, 0), (.24, 0), (.26, .02), (.45, .16), (.55, .36), (.53, .365), (.43, .18), (.24, .05), (0, .04)], m, (.98, -.15, i * .12))
    shoot('#b9bfa6', 24, fill=.8)


def bowls(colors, r=.55):
    def build(color, at):
        m = mat(color, .4, coat=.3, bump=.04, scale=15)
        lathe([(0, 0), (.45 * r, 0), (.48 * r, .03), (.82 * r, .3 * r), (r, .72 * r), (.96 * r, .73 * r), (.77 * r, .34 * r), (.4 * r, .09), (0, .07)], m, at)
    for color, at in colors:
        build(color, at)


def salad_bowl():
    m = wood('#7a5230', '#b0814f', axis=1)
    lathe([(0, 0), (.5, 0), (.55, .03), (.92, .32), (1.1, .72), (1.05, .74), (.86, .38), (.48, .11), (0, .09)], m)
    def server(x, turn):
        tube([(x, -.3, .3), (x * 1.3, .25, .78), (x * 1.6, .85, 1.25)], .045, wood(axis=1), taper=[1, .9, 1.2])
        ball(.16, wood(axis=1), (x, -.36, .26), (1, 1.5, .3), (.8, 0, 0))
    server(.2, 0)
    server(-.2, .4)
    shoot('#e3e7d8', 26)


def breakfast_bowls():
    bowls((('#35607f', (-.65, .3, 0)), ('#4a7d98', (.62, .5, 0)), ('#6f9db0', (.1, -.6, 0)), ('#2b4f70', (.05, 1.3, 0))))
    shoot('#e6dccb', 30, fill=.76)


def casserole():
    m, knob = mat(main('#86142a'), .25, coat=.8), brass()
    lathe([(0, 0), (.82, 0), (.9, .05), (.97, .3), (1.0, .68), (.98, .7), (.92, .68), (.9, .3), (.8, .08), (0, .06)], m)
    lathe([(0, .9), (.35, .87), (.78, .78), (1.0, .73), (1.02, .7), (.96, .69), (0, .7)], m)
    lathe([(0, 1.13), (.12, 1.12), (.15, 1.06), (.08, .97), (.06, .9), (0, .88)], knob)
    for s in (-1, 1):
        tube([(s * .94, -.22, .56), (s * 1.18, -.2, .6), (s * 1.26, 0, .6), (s * 1.18, .2, .6), (s * .94, .22, .56)], .055, m)
    shoot('#e9ddd0', 24, 12)


def pan(m, r, h, handle):
    lathe([(0, 0), (r * .86, 0), (r * .92, .03), (r, h), (r * .97, h + .01), (r * .88, .06), (0, .05)], m)
    tube([(r * .95, 0, h * .8), (r * 1.35, 0, h * 1.35), (r * 2.35, 0, h * 1.7)], .075, handle, taper=[.8, 1, 1.1])


def frying_pan():
    group(lambda: pan(mat('#2b2c2e', .35, .6), .9, .2, wood()), turn=-.5)
    shoot('#e2d8c8', 34, fill=.8)


def wide_pan():
    def build():
        m = steel(.25)
        lathe([(0, 0), (.95, 0), (1.0, .04), (1.05, .34), (1.03, .35), (.97, .06), (0, .05)], m)
        for s in (-1, 1):
            tube([(s * 1.0, -.25, .26), (s * 1.26, -.2, .32), (s * 1.26, .2, .32), (s * 1.0, .25, .26)], .045, brass())
        lathe([(0, .5), (.6, .46), (1.0, .37), (1.02, .35), (0, .36)], glass())
        lathe([(0, .66), (.1, .65), (.12, .6), (.05, .5), (0, .49)], brass())
    group(build, turn=.4)
    shoot('#e2ddd6', 28)


def chefs_knife():
    box((2.7, 1.35, .1), wood('#8a6038', '#c09363', axis=0), (0, 0, .05), .04)
    def knife():
        import bpy
        import studio
        edge = [(-1.25, .0), (-1.25, .27), (-.2, .27), (.55, .2), (.98, .03), (1.02, 0), (.6, -.02)]
        me = bpy.data.meshes.new('k')
        me.from_pydata([(x, y, z) for z in (0, .022) for x, y in edge], [], [tuple(range(7))[::-1], tuple(range(7, 14))] + [(i, (i + 1) % 7, 7 + (i + 1) % 7, 7 + i) for i in range(7)])
        studio.add(me, steel(.16), (.35, -.12, 0))
        box((.1, .25, .06), steel(.2), (-.93, .015, .012), .02)
        tube([(-.95, .02, .012), (-1.5, .03, .012), (-2.0, -.02, .012)], .1, mat('#2a2321', .5), taper=[1, .9, 1.15])
    group(knife, (.35, 0, .125), .16, .95)
    shoot('#dccfbd', 40, fill=.84)


def salt_pepper_mills():
    def mill(m, at):
        lathe([(0, 0), (.3, 0), (.32, .03), (.28, .2), (.2, .5), (.19, .7), (.27, .95), (.28, 1.05), (.27, 1.06), (0, 1.06)], m, at)
        lathe([(0, 1.07), (.26, 1.07), (.28, 1.1), (.24, 1.3), (.1, 1.42), (0, 1.43)], m, at)
        ball(.07, brass(), (at[0], at[1], 1.47))
    mill(wood('#3b2415', '#5f3d25', axis=2), (-.36, 0, 0))
    mill(wood('#b58a5b', '#d9b98d', axis=2), (.36, .2, 0))
    shoot('#e8e0d2', 16)


def cheese_board():
    disc(1.2, .1, wood('#7d5431', '#b98a5a', axis=0))
    cheese, rind = mat('#f0d79a', .6, bump=.06, scale=9), mat('#f3ead8', .75, bump=.15, scale=30)
    import bpy
    import studio
    wedge = [(0, 0), (.85, -.28), (.85, .28)]
    me = bpy.data.meshes.new('w')
    me.from_pydata([(x, y, z) for z in (0, .34) for x, y in wedge], [], [(2, 1, 0), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5)])
    studio.add(me, cheese, (-.75, .35, .1), (0, 0, .35)).modifiers.new('b', 'BEVEL').width = .02
    disc(.42, .26, rind, (.45, .45, .1), edge=.07)
    for i in range(16):
        a = random.random() * 6.28
        ball(.11, mat(('#51203a', '#6b2a4b', '#3f1a31')[i % 3], .25, coat=.5), (-.1 + .3 * math.cos(a) * random.random(), -.62 + .22 * math.sin(a), .2 + .12 * (i % 2)))
    def knife(length):
        tube([(.3, 0, .05), (.65, 0, .05)], .045, wood(), straight=True)
        box((length, .13, .02), steel(), (.3 - length / 2, 0, .05))
    for at, turn, length in (((.35, -.6, .1), .55, .5), ((1.35, -.75, -.01), .95, .6), ((1.65, -.65, -.01), .95, .4)):
        group(lambda length=length: knife(length), at, turn)
    shoot('#e4e0cf', 36)


def cutlery_24():
    m = steel(.16)
    def piece(kind, x):
        tube([(x, -1.1, .03), (x, -.2, .05), (x, .45, .04)], .05, m, taper=[1.3, .7, .7])
        if kind == 'spoon':
            ball(.2, m, (x, .72, .06), (.85, 1.35, .22))
        elif kind == 'fork':
            ball(.17, m, (x, .55, .05), (.95, .9, .22))
            for d in (-.11, -.037, .037, .11):
                tube([(x + d, .6, .05), (x + d, 1.0, .06)], .025, m)
        else:
            box((.15, .95, .03), m, (x, .72, .04), .05)
    cloth((3, 3.4), mat('#7f8a72', .95, sheen=.5, bump=.25, scale=300), (0, 0, -.1), .03)
    for kind, x in (('fork', -.75), ('knife', -.25), ('spoon', .25), ('fork', .75)):
        piece(kind, x)
    shoot('#e3ddd0', 56, fill=1.25)


def bottle(m, label, at=(0, 0, 0), cork='#c9a777', r=.3, h=1.0, neck=.1):
    lathe([(0, 0), (r - .04, 0), (r, .04), (r, h), (r * .85, h + .18), (neck, h + .42), (neck, h + .78), (neck + .015, h + .8), (neck + .015, h + .84), (0, h + .84)], m, at)
    lathe([(r + .004, .25), (r + .004, .75)], mat(label, .8), at, sub=0)
    disc(neck * .98, .14, mat(cork, .7), (at[0], at[1], h + .8))


def sparkling_wine():
    bottle(mat('#e39a8a', .06, trans=.35, coat=.8), '#f3ead8', cork='#c7a45a', r=.34, h=1.0, neck=.12)
    disc(.125, .5, mat('#c7a45a', .3, 1), (0, 0, 1.42))
    shoot('#e8dcd0', 10, fill=.78)


def thyme_honey():
    for x, y, color in ((-.75, .55, '#b8660e'), (.35, .6, '#d98e1c'), (-.2, -.3, '#c97a12')):
        lathe([(0, 0), (.42, 0), (.46, .05), (.46, .62), (.38, .74), (0, .74)], mat(color, .08, trans=.35, coat=.9), (x, y, 0))
        disc(.41, .16, mat('#cfae72', .3, 1), (x, y, .74))
        lathe([(.462, .16), (.462, .5)], mat('#f3ead6', .85), (x, y, 0), sub=0)
    tube([(.6, -.7, .1), (1.35, -.15, .16)], .035, wood())
    for i in range(5):
        disc(.12 - .018 * abs(i - 2), .045, wood('#a8773f', '#d2a66c'), (.53 - .06 * i, -.75 - .045 * i, .1), (0, 1.57, .64))
    shoot('#efe3c8', 20)


def espresso_machine():
    body, chrome, dark = mat('#efe9dc', .3, coat=.5), steel(.15), mat('#222222', .5)
    box((1.5, 1.2, .14), body, (0, 0, .07), .06)
    box((1.5, .55, 1.5), body, (0, .32, .85), .08)
    box((1.5, 1.05, .42), body, (0, .05, 1.42), .1)
    box((1.2, .6, .03), chrome, (0, -.25, .155), .01)
    disc(.26, .16, chrome, (0, -.22, 1.07))
    disc(.3, .1, chrome, (0, -.22, .98))
    tube([(0, -.5, 1.02), (0, -.8, 1.0), (0, -1.05, .97)], .065, wood('#3b2415', '#5f3d25', axis=1), taper=[.8, 1, 1.2])
    tube([(-.08, -.22, .99), (-.08, -.22, .88)], .03, chrome)
    tube([(.08, -.22, .99), (.08, -.22, .88)], .03, chrome)
    tube([(.62, -.3, 1.25), (.66, -.45, 1.0), (.64, -.5, .55)], .03, chrome)
    for x in (-.5, -.3):
        disc(.07, .05, chrome, (x, -.46, 1.42), (1.57, 0, 0))
    disc(.14, .06, dark, (.35, -.46, 1.42), (1.57, 0, 0))
    box((1.3, .9, .04), chrome, (0, .1, 1.65), .02)
    m = mat('#7d1024', .35, coat=.4)
    lathe([(0, 0), (.13, 0), (.15, .02), (.2, .16), (.22, .28), (.205, .285), (.17, .14), (0, .05)], m, (0, -.22, .17))
    lathe([(0, .22), (.19, .22)], mat('#6b3d1c', .2), (0, -.22, .17), sub=0)
    shoot('#e0dcd2', 14, 24, fill=.74)


def pizza_oven():
    m, dark = mat('#3f4a3d', .45, coat=.2), mat('#15120f', .8)
    lathe([(0, .3), (1.0, .3), (1.05, .34), (1.0, .62), (.8, .95), (.4, 1.12), (0, 1.15)], m)
    box((.9, .5, .5), m, (0, -.85, .52), .12)
    box((.7, .52, .34), dark, (0, -.88, .5), .1)
    box((.5, .1, .1), mat('#ff8a2a', .5, glow=6), (0, -.7, .42), .04)
    box((1.0, .5, .06), steel(), (0, -1.0, .31), .02)
    tube([(0, .3, 1.05), (0, .3, 1.6)], .12, mat('#26221f', .5, .5), straight=True)
    for x, y in ((-.6, -.6), (.6, -.6), (-.6, .5), (.6, .5)):
        tube([(x * .9, y * .9, .35), (x * 1.15, y * 1.1, 0)], .05, wood(axis=2), straight=True)
    shoot('#e4ddd0', 14, 22)


def chocolates():
    box((2.5, 1.5, .2), mat('#5b1f2c', .6), (0, 0, .1), .03)
    for i in range(6):
        for j in range(4):
            at, c = (-1 + i * .4, -.52 + j * .345, .24), ('#4a2413', '#2e150b', '#7a4a28')[(i + j) % 3]
            (disc if (i * j) % 2 else lambda r, h, m, p: box((r * 1.8, r * 1.8, h), m, p, .05))(.14, .16, mat(c, .3, coat=.3), at)
    group(lambda: box((2.5, 1.5, .08), mat('#5b1f2c', .6), (0, 0, 0), .03), (.3, 1.1, .5), .1, tilt=(1.0, 0))
    shoot('#ead9d2', 36)


goods = {
    'stoneware-teapot': teapot, 'cups-and-saucers': cups_and_saucers, 'bordeaux-glasses': bordeaux_glasses,
    'champagne-flutes': champagne_flutes, 'whisky-tumblers': whisky_tumblers, 'water-glasses': water_glasses,
    'dinner-service': dinner_service, 'salad-bowl': salad_bowl,
    'breakfast-bowls': breakfast_bowls, 'cast-iron-casserole': casserole, 'frying-pan': frying_pan, 'wide-pan': wide_pan,
    'chefs-knife': chefs_knife, 'salt-pepper-mills': salt_pepper_mills, 'cheese-board': cheese_board,
    'cutlery-24': cutlery_24, 'sparkling-wine': sparkling_wine,
    'thyme-honey': thyme_honey, 'espresso-machine': espresso_machine, 'pizza-oven': pizza_oven, 'chocolates': chocolates,
}
