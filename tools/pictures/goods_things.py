"""What is played, worn, carried, written and listened with."""
import math
import random

from studio import ball, box, bpy, disc, group, lathe, main, mat, pillow, ring, shoot, tube, wood

brass = lambda: mat('#c79a55', 0.25, 1)
steel = lambda rough=0.2: mat('#c9c8c4', rough, 1)
dark = lambda: mat('#232324', 0.5)
screen = lambda: mat('#10161c', 0.08, coat=0.8)


def suitcase():
    m = mat('#1d4a5e', .35, coat=.5)
    box((1.5, .75, 2.1), m, (0, 0, 1.25), .2)
    for i in range(7):
        box((.07, .78, 1.9), m, (-.6 + i * .2, 0, 1.25), .05)
    box((1.52, .04, 2.12), mat('#123340', .5), (0, .02, 1.25), .2)
    for x in (-.3, .3):
        tube([(x, .22, 2.3), (x, .22, 2.95)], .03, steel(), straight=True)
    tube([(-.33, .22, 2.95), (.33, .22, 2.95)], .06, dark(), straight=True)
    tube([(-.25, 0, 2.31), (-.2, 0, 2.4), (.2, 0, 2.4), (.25, 0, 2.31)], .035, dark())
    for x in (-.55, .55):
        for y in (-.24, .24):
            disc(.12, .09, dark(), (x + .045, y, .12), (0, 1.57, 0), edge=.03)
            box((.16, .16, .14), dark(), (x, y, .22), .03)
    box((.1, .05, .18), steel(), (.0, -.4, 1.3), .02)
    shoot('#dfe2de', 12, 24, fill=.8)


def headphones():
    m, soft = mat('#e7dfd2', .4, coat=.3), mat('#6d5a4c', .7, bump=.1, scale=40)
    tube([(-.82, 0, .75), (-.84, 0, 1.3), (-.5, 0, 1.85), (0, 0, 2.0), (.5, 0, 1.85), (.84, 0, 1.3), (.82, 0, .75)], .055, steel(.25))
    tube([(-.56, 0, 1.78), (0, 0, 1.95), (.56, 0, 1.78)], .1, soft, taper=[.7, 1.1, .7])
    for s in (-1, 1):
        disc(.44, .22, m, (s * .72, 0, .7), (0, s * 1.57, 0), edge=.08)
        ring(.3, .13, soft, (s * .7, 0, .7), (0, 1.57, 0))
        ring(.3, .012, brass(), (s * .945, 0, .7), (0, 1.57, 0))
    shoot('#dcd6e0', 10, 32, fill=.72)


def instant_camera():
    m = mat('#e9e2d4', .45, coat=.2)
    box((1.9, .8, 1.2), m, (0, 0, .6), .16)
    box((1.92, .82, .3), mat('#8c3b2e', .55), (0, 0, .5), .1)
    disc(.45, .3, dark(), (.05, -.35, .62), (1.57, 0, 0), edge=.04)
    disc(.36, .1, steel(), (.05, -.62, .62), (1.57, 0, 0))
    disc(.25, .05, screen(), (.05, -.7, .62), (1.57, 0, 0))
    box((.4, .06, .26), mat('#f6f4ec', .2, coat=.8), (-.62, -.4, .98), .04)
    box((.24, .06, .2), screen(), (.65, -.4, 1.0), .03)
    disc(.11, .1, mat('#c4472e', .4), (.68, -.1, 1.19))
    box((1.1, .03, .9), mat('#fbf8f0', .6), (0, -.2, 1.5), .01)
    box((.9, .012, .64), mat('#8ea6a3', .5), (0, -.22, 1.56), .005)
    shoot('#e8dccd', 14, 20, fill=.74)


def travel_camera():
    m = mat('#2a2a2b', .6, bump=.2, scale=90)
    box((1.9, .6, 1.1), m, (0, 0, .55), .1)
    box((1.92, .56, .28), steel(.3), (0, 0, 1.0), .08)
    box((.6, .5, .2), steel(.3), (0, 0, 1.18), .06)
    disc(.46, .5, dark(), (0, -.25, .55), (1.57, 0, 0))
    for i in range(3):
        ring(.465, .02, mat('#3a3a3b', .4), (0, -.4 - i * .12, .55), (1.57, 0, 0))
    disc(.36, .04, screen(), (0, -.74, .55), (1.57, 0, 0))
    disc(.16, .12, steel(), (.65, 0, 1.12))
    disc(.09, .1, steel(), (-.65, 0, 1.12))
    shoot('#dfdcd6', 16, 22, fill=.74)


def moon_light():
    ball(.72, mat('#f3dfae', .8, glow=.45, bump=1, scale=3), (0, 0, .95))
    disc(.5, .12, wood(), (0, 0, .1), edge=.03)
    disc(.3, .14, wood(), (0, 0, .2), edge=.03)
    shoot('#b9bccb', 10, fill=.7)


def wooden_train():
    def wheels(xs, r=.16):
        for x in xs:
            for y in (-.36, .36):
                disc(r, .1, wood('#7d5431', '#a9794a', axis=1), (x, y + .05, r), (1.57, 0, 0), edge=.03)
    red, blue, tan = mat('#86142a', .5, coat=.2), mat('#2f6a86', .5, coat=.2), wood('#b58a5b', '#d9b98d', axis=0)
    box((1.3, .6, .18), tan, (-1.2, 0, .28), .05)
    disc(.27, .8, red, (-1.75, 0, .62), (0, 1.57, 0), edge=.05)
    box((.45, .6, .75), red, (-.75, 0, .7), .05)
    box((.55, .7, .08), tan, (-.75, 0, 1.1), .03)
    lathe([(0, 0), (.08, 0), (.08, .2), (.13, .32), (.1, .33), (0, .3)], tan, (-1.55, 0, .85))
    wheels((-1.6, -.8))
    for x, c in ((.1, blue), (1.3, mat('#d99a2b', .5, coat=.2))):
        box((1.0, .6, .18), tan, (x, 0, .28), .05)
        wheels((x - .3, x + .3), .14)
        if c is blue:
            box((.9, .5, .4), c, (x, 0, .55), .06)
        else:
            for i in range(3):
                disc(.12, .85, wood('#7d5431', '#a9794a', axis=0), (x - .42, -.15 + .15 * i, .5 + .12 * (i == 1)), (0, 1.57, 0), edge=.02)
    box((4.3, .95, .09), tan, (-.05, 0, -.045), .03)
    for y in (-.33, .33):
        box((4.32, .14, .02), wood('#8a5f38', '#a9794a', axis=0), (-.05, y, .0), .005)
    for x in (-.48, .7):
        tube([(x, 0, .28), (x + .12, 0, .3)], .025, brass(), straight=True)
    shoot('#e6dfce', 18, 20, fill=.86)


def weekend_bag():
    m, strap = mat(main('#8a5630'), .5, bump=.12, scale=45, coat=.15), mat('#5f381d', .5)
    o = box((2.2, .95, 1.15), m, (0, 0, .6), .3)
    tube([(-1.02, 0, 1.13), (0, 0, 1.19), (1.02, 0, 1.13)], .03, brass())
    for y in (-.42, .42):
        tube([(-.55, y * 1.14, .1), (-.52, y * 1.16, .95), (-.42, y * .8, 1.5), (0, y * .6, 1.72), (.42, y * .8, 1.5), (.52, y * 1.16, .95), (.55, y * 1.14, .1)], .045, strap)
    for x in (-.55, .55):
        ring(.07, .015, brass(), (x, -.52, .98), (1.57, 0, 0))
    shoot('#e3d9ca', 14, 18, fill=.8)


def backpack():
    m, strap = mat(main('#7a1326'), .85, bump=.3, scale=120), mat('#5a3a22', .6)
    o = pillow((1.5, 2.0, 1.2), m, (0, 0, 1.0), (1.5, 0, 0), creases=.01)
    pillow((1.15, .95, .5), m, (0, -.5, .68), (1.5, 0, 0), creases=.01)
    pillow((1.42, .9, .6), m, (0, -.24, 1.66), (1.25, 0, 0), creases=.01)
    for x in (-.35, .35):
        box((.1, .04, .8), strap, (x, -.74, 1.0), .02)
        box((.14, .05, .1), brass(), (x, -.77, .85), .02)
    tube([(-.2, .1, 1.95), (0, .1, 2.2), (.2, .1, 1.95)], .04, strap)
    shoot('#e0dccf', 12, 20, fill=.78)


def briefcase():
    m = mat('#5f381d', .45, bump=.1, scale=45, coat=.2)
    box((2.0, .5, 1.4), m, (0, 0, .7), .08)
    box((2.02, .54, .75), mat('#6d4223', .45, bump=.1, scale=45, coat=.2), (0, -.01, 1.05), .08)
    box((.18, .05, .34), mat('#4a2a15', .5), (0, -.28, .68), .03)
    box((.2, .05, .14), brass(), (0, -.31, .66), .02)
    tube([(-.35, 0, 1.42), (-.3, 0, 1.62), (.3, 0, 1.62), (.35, 0, 1.42)], .05, mat('#4a2a15', .5))
    shoot('#e0d9cd', 12, 22, fill=.76)


def books(colors, at=(0, 0, 0), h=1.5):
    x = at[0]
    for color in colors:
        t = .26
        cover = mat(color, .6, bump=.1, scale=160)
        box((t, 1.05, h), cover, (x, at[1], h / 2), .015)
        box((t - .05, 1.0, h - .06), mat('#efe6d2', .9), (x, at[1] + .04, h / 2 + .012), .005)
        disc(t / 2, h, cover, (x, at[1] - .5, 0), edge=.01)
        for z in (.2, 1.25):
            ring(t / 2, .012, brass(), (x, at[1] - .5, z))
        box((t * .4, .012, .3), brass(), (x, at[1] - .63, .85), .001)
        x += t + .012
    return x


def myths():
    books(('#7d1024', '#1d4a5e', '#56692b', '#b07a24', '#4b3f63'), (-.54, 0, 0))
    shoot('#e5dfd0', 16, 26, fill=.72)


def turntable():
    box((2.2, 1.7, .25), wood('#5a3a22', '#83593a', axis=0), (0, 0, .22), .04)
    disc(.74, .06, steel(.3), (-.2, 0, .35))
    disc(.72, .03, mat('#141414', .25, coat=.4), (-.2, 0, .41), edge=.008)
    for i in range(7):
        ring(.3 + i * .06, .003, mat('#2c2c2c', .2), (-.2, 0, .441))
    disc(.22, .004, mat('#86142a', .6), (-.2, 0, .44), edge=.001)
    disc(.02, .08, steel(), (-.2, 0, .44))
    disc(.14, .12, steel(), (.85, .5, .35))
    tube([(.85, .5, .52), (.85, .1, .54), (.7, -.3, .52), (.42, -.42, .48)], .025, steel())
    box((.13, .2, .05), dark(), (.37, -.45, .47), .01, rot=-1.0)
    disc(.07, .06, brass(), (.8, -.6, .35))
    for x in (-.9, .9):
        for y in (-.65, .65):
            disc(.1, .1, dark(), (x, y, 0))
    shoot('#e2d9cb', 30, 16, fill=.8)


def television():
    box((3.0, .08, 1.72), dark(), (0, 0, 1.1), .03)
    box((2.92, .02, 1.64), screen(), (0, -.04, 1.1), .01)
    for x in (-1.0, 1.0):
        for y in (-.35, .35):
            tube([(x, 0, .3), (x, y, .02)], .03, steel(), straight=True)
    shoot('#dddbd4', 8, 16, fill=.84)


def speaker():
    m = mat('#c98f63', .9, bump=.7, scale=200)
    o = disc(.5, 1.7, m, (-.85, 0, .5), (0, 1.57, 0), edge=.08)
    for x in (-.85, .85):
        ring(.46, .05, dark(), (x, 0, .5), (0, 1.57, 0))
        disc(.4, .03, mat('#3b3a39', .6), (x - .01, 0, .5), (0, 1.57, 0))
    tube([(-.7, 0, 1.0), (-.55, 0, 1.22), (.55, 0, 1.22), (.7, 0, 1.0)], .045, mat('#5f381d', .6))
    shoot('#e4dccf', 14, 26, fill=.74)


def kitchen_radio():
    m = mat(main('#efe9dc'), .35, coat=.4)
    box((1.9, .7, 1.05), m, (0, 0, .56), .2)
    disc(.38, .03, mat('#8f7a5c', .9, bump=.8, scale=160), (-.42, -.34, .56), (1.57, 0, 0))
    ring(.39, .03, brass(), (-.42, -.36, .56), (1.57, 0, 0))
    box((.66, .03, .26), mat('#3a2f22', .2, coat=.6, glow=.15), (.45, -.35, .72), .03)
    for x in (.25, .65):
        disc(.1, .08, brass(), (x, -.35, .34), (1.57, 0, 0))
    tube([(-.7, 0, 1.06), (-.6, 0, 1.3), (.6, 0, 1.3), (.7, 0, 1.06)], .04, wood())
    tube([(.8, .2, 1.05), (1.05, .2, 1.9)], .014, steel(), straight=True)
    shoot('#d7dcd4', 12, 18, fill=.76)


def projector():
    box((1.4, 1.3, .6), mat('#efeae0', .4, coat=.3), (0, 0, .42), .16)
    disc(.3, .2, dark(), (.25, -.58, .45), (1.57, 0, 0))
    disc(.22, .03, screen(), (.25, -.78, .45), (1.57, 0, 0))
    disc(.16, .02, mat('#d9d3c6', .4), (-.3, -.2, .72))
    for x in (-.5, .5):
        disc(.08, .12, dark(), (x, -.4, 0))
    for i in range(6):
        box((.3, .02, .02), mat('#8b857a', .6), (-.35, -.66, .35 + i * .05), .005)
    shoot('#dcd8dc', 18, 24, fill=.72)


def laptop():
    m = mat(main('#6d7075'), .35, .7)
    box((2.2, 1.5, .08), m, (0, 0, .04), .03)
    box((1.9, .75, .01), mat('#2a2b2d', .7), (0, .2, .082), .01)
    for r in range(4):
        for c in range(12):
            box((.13, .14, .015), mat('#18191a', .6) if not (r or c) else bpy.data.materials[-1], (-.83 + c * .15, .46 - r * .17, .092), .01)
    box((.7, .42, .004), mat('#5c5f63', .3, .7), (0, -.48, .082), .005)
    def lid():
        box((2.2, .06, 1.45), m, (0, 0, .72), .03)
        box((2.1, .01, 1.34), screen(), (0, -.032, .73), .01)
        box((2.1, .004, .45), mat('#2d5b74', .4, glow=.5), (0, -.036, .3), .001)
        ball(.2, mat('#e7b26a', .4, glow=.7), (.4, -.036, .75), (1, .02, 1))
    group(lid, (0, .74, .08), tilt=(-.28, 0))
    shoot('#dde0e2', 20, 22, fill=.78)


def tablet():
    def build():
        box((1.3, .07, 1.8), mat('#c9c8c4', .3, .8), (0, 0, .9), .03)
        box((1.22, .02, 1.72), screen(), (0, -.032, .9), .01)
        box((1.14, .004, .5), mat('#7c8d66', .4, glow=.5), (0, -.044, .36), .001)
        ball(.2, mat('#e7b26a', .4, glow=.7), (-.2, -.044, 1.1), (1, .02, 1))
    group(build, tilt=(-.32, 0), turn=.25)
    tube([(.5, -.7, .05), (-.5, -.95, .05)], .045, mat('#f4f1ea', .4), straight=True)
    shoot('#dfe0dd', 14, fill=.74)


def fountain_pen():
    ink = mat('#15202e', .15, coat=.9)
    box((2.4, 1.7, .06), mat('#efe6d4', .9), (.2, .2, -.16), .01, rot=.2)
    tube([(-1.2, -.2, .06), (-.2, -.03, .06), (.55, .1, .06)], .13, ink, taper=[.75, 1, 1])
    tube([(.55, .1, .06), (.95, .165, .06)], .1, ink, taper=[1, .75])
    lathe([(.09, 0), (.1, .04), (.07, .2), (.0, .42)], mat('#d6b060', .15, 1), (.95, .165, .06), (0, 1.57, .16), sub=1).scale = (.45, 1, 1)
    for x in (.5, -.95):
        ring(.125 if x > 0 else .105, .02, brass(), (x, .1 + (x - .55) * .17, .06), (0, 1.57, .17))
    lathe([(0, 0), (.4, 0), (.44, .06), (.44, .4), (.2, .52), (.2, .62), (.17, .62), (.16, .5), (0, .45)], mat('#20344c', .02, trans=.8), (-.8, .75, -.13))
    disc(.23, .16, brass(), (-.8, .75, .5))
    shoot('#e3dac9', 34, 0, fill=.78)


def notebooks():
    for i, (c, r) in enumerate((('#7d1024', .0), ('#56692b', .09), ('#1d4a5e', -.07))):
        box((1.35, 1.8, .14), mat(c, .75, bump=.15, scale=150), (0, 0, .08 + i * .17), .04, rot=r)
        box((1.3, 1.77, .1), mat('#f3ecdc', .9), (.03, 0, .08 + i * .17), .01, rot=r)
        box((.06, 1.82, .15), mat('#2a211d', .6), (.5, 0, .08 + i * .17), .02, rot=r)
    tube([(-.5, -.7, .55), (.2, .6, .55)], .05, wood('#b58a5b', '#d9b98d', axis=0), straight=True)
    shoot('#e4dfd0', 34, 24, fill=.72)


def alarm_clock():
    m = mat('#86142a', .3, coat=.6)
    disc(.8, .5, m, (0, .25, .95), (1.57, 0, 0), edge=.08)
    disc(.68, .03, mat('#f6f0e2', .6), (0, -.25, .95), (1.57, 0, 0))
    ring(.72, .05, brass(), (0, -.26, .95), (1.57, 0, 0))
    for i in range(12):
        a = i * math.pi / 6
        box((.04, .012, .1), dark(), (.55 * math.sin(a), -.285, .95 + .55 * math.cos(a)), .002, (0, a, 0))
    for length, a in ((.36, -1.0), (.5, .5)):
        box((.05, .012, length), dark(), (length / 2 * math.sin(a), -.295, .95 + length / 2 * math.cos(a)), .002, (0, a, 0))
    for s in (-1, 1):
        lathe([(.3, 0), (.28, .12), (.15, .22), (0, .25)], brass(), (s * .48, 0, 1.68), (0, s * .5, 0))
        tube([(s * .5, 0, .35), (s * .65, 0, 0)], .05, brass(), straight=True)
    tube([(-.16, 0, 1.78), (0, 0, 2.05), (.16, 0, 1.78)], .03, brass())
    shoot('#e5dccd', 8, 16, fill=.74)


def sports_watch():
    m = mat(main('#1d3a4e'), .6)
    tube([(0, .85, .1), (0, .5, .38), (0, 0, .5), (0, -.5, .38), (0, -.85, .1)], .2, m, taper=[1, 1.2, 1.3, 1.2, 1]).scale = (1.5, 1, .35)
    disc(.52, .16, steel(.3), (0, 0, .17), edge=.05)
    disc(.46, .02, screen(), (0, 0, .325), edge=.005)
    ring(.34, .018, mat('#9ad08a', .4, glow=1), (0, 0, .345))
    box((.24, .05, .004), mat('#f6f0e2', .4, glow=1), (0, .04, .347), .001)
    box((.16, .03, .004), mat('#f0a35a', .4, glow=1), (0, -.08, .347), .001)
    disc(.06, .1, steel(), (.5, 0, .24), (0, 1.57, 0))
    shoot('#dde1dd', 48, 14, fill=.78)


def power_bank():
    box((.95, 1.8, .26), mat('#2d4a3e', .45, coat=.2), (0, 0, .13), .1)
    for i in range(4):
        disc(.03, .01, mat('#e7f3e0', .4, glow=2), (-.18 + i * .12, .6, .26), edge=.002)
    tube([(.2, -.9, .13), (.3, -1.3, .06), (.9, -1.2, .05), (1.1, -.5, .05), (.85, .2, .05)], .045, mat('#efe9dc', .6))
    box((.1, .22, .07), steel(), (.84, .3, .06), .02)
    shoot('#dfe2dc', 36, 18, fill=.74)


def chess_set():
    light, deep = wood('#c09a68', '#dcbb8a', axis=2), wood('#3b2415', '#573620', axis=2)
    box((2.5, 2.5, .16), wood('#5a3a22', '#83593a', axis=0), (0, 0, -.08), .03)
    pale, brown = mat('#e3c99a', .4), mat('#6b4226', .4)
    for i in range(8):
        for j in range(8):
            box((.28, .28, .02), pale if (i + j) % 2 else brown, (-.98 + i * .28, -.98 + j * .28, .01), .002)
    pawn = [(0, 0), (.11, 0), (.115, .04), (.06, .1), (.045, .22), (.07, .26), (.04, .28), (.075, .36), (0, .43)]
    tall = [(0, 0), (.125, 0), (.13, .05), (.07, .12), (.05, .4), (.09, .46), (.05, .48), (.09, .62), (.05, .64), (0, .66)]
    for i in range(8):
        for m, y, back in ((light, -.7, -.98), (deep, .7, .98)):
            if (i, y) not in ((4, -.7), (3, .7)):
                lathe(pawn, m, (-.98 + i * .28, y, .02), sub=1, steps=32)
            h = 1.25 if i in (3, 4) else (.8 if i in (0, 7) else 1)
            lathe([(r, z * h) for r, z in tall], m, (-.98 + i * .28, back, .02), sub=1, steps=32)
            if i in (3, 4):
                ball(.045, m, (-.98 + i * .28, back, .87))
    lathe(pawn, light, (.14, -.14, .02), sub=1, steps=32)
    lathe(pawn, deep, (-.14, .14, .02), sub=1, steps=32)
    shoot('#e3dacb', 30, 30, fill=.82)


def nesting_dolls():
    for x, s, c in ((-1.6, 1.0, '#86142a'), (-.55, .82, '#1d4a5e'), (.33, .67, '#b07a24'), (1.03, .53, '#56692b'), (1.58, .41, '#86142a'), (2.0, .31, '#1d4a5e'), (2.33, .23, '#b07a24')):
        k = lambda p: [(r * s, z * s) for r, z in p]
        lathe(k([(0, 0), (.42, 0), (.5, .1), (.56, .5), (.5, .85), (.36, 1.0)]), mat(c, .25, coat=.7), (x, 0, 0))
        lathe(k([(.36, 1.0), (.4, 1.2), (.34, 1.5), (.16, 1.64), (0, 1.66)]), mat(c, .25, coat=.7), (x, 0, 0))
        ball(.3 * s, mat('#f2d9bd', .4, coat=.5), (x, -.12 * s, 1.26 * s), (.9, 1, 1))
        ball(.3 * s, mat('#f1e6d2', .3, coat=.6), (x, -.3 * s, .5 * s), (1, .95, 1.2))
        for i in range(6):
            a = i * 1.047
            ball(.055 * s, mat(c, .3, coat=.5), (x + .1 * s * math.cos(a), -.585 * s, (.5 + .1 * math.sin(a)) * s), (1, .3, 1))
        for e in (-.1, .1):
            ball(.026 * s, dark(), (x + e * s, -.4 * s, 1.3 * s))
    shoot('#e6e0d2', 10, 0, fill=.84)


def toy_drum():
    lathe([(.8, .1), (.8, .9)], mat('#86142a', .4, coat=.4), sub=0)
    for z in (.08, .92):
        ring(.8, .07, mat('#d9b06a', .4, coat=.3), (0, 0, z))
    disc(.78, .03, mat('#f4ecdb', .7), (0, 0, .93))
    for i in range(12):
        a, b = i * math.pi / 6, (i + .5) * math.pi / 6
        for p, q in ((a, b), (b, a + math.pi / 6)):
            tube([(.82 * math.cos(p), .82 * math.sin(p), .12 if p == a else .88), (.82 * math.cos(q), .82 * math.sin(q), .88 if p == a else .12)], .014, mat('#f4ecdb', .8), straight=True)
    for x, t in ((-.25, .5), (.2, .7)):
        tube([(x, -.3, 1.06), (x + .9, .35, 1.2 + t * .1)], .035, wood('#b58a5b', '#d9b98d', axis=0), straight=True)
        ball(.09, wood('#b58a5b', '#d9b98d', axis=0), (x, -.3, 1.06))
    shoot('#e2e2d4', 22, 0, fill=.74)


def soaps():
    for at, c, r in (((-1.0, .15, .18), '#8c9a5a', .1), ((0, .25, .18), '#e6dcbc', -.06), ((1.0, .15, .18), '#b7a3c4', .08),
                     ((-.5, .2, .5), '#e9d27f', -.05), ((.5, .2, .5), '#a3ab74', .07), ((0, .2, .82), '#d8bf9a', .03)):
        box((.95, .6, .32), mat(c, .6, sheen=.2, bump=.05, scale=12), at, .09, rot=r)
    for i in range(9):
        ball(1, mat('#6f7d4c', .5), (.55 + .09 * i, -.6 + .06 * i + (.07 if i % 2 else -.07), .1), (.13, .04, .012), (.2, -.2, .8 if i % 2 else -.4))
    tube([(.45, -.66, .08), (1.4, -.06, .1)], .015, mat('#6d5b43', .7), straight=True)
    for x in (-.8, -.62, -.7):
        ball(.11, mat('#3d3a24', .3, coat=.4), (x, -.55 + (x + .7) * 1.2, .11), (1, 1, 1.25))
    shoot('#e7e4d2', 26, 12, fill=.72)


def body_cream():
    lathe([(0, 0), (.4, 0), (.44, .04), (.44, 1.2), (.38, 1.34), (.16, 1.38), (.16, 1.46), (0, 1.46)], mat('#f3ece0', .35, coat=.4))
    lathe([(.443, .35), (.443, 1.0)], mat('#c9b48f', .8), sub=0)
    disc(.2, .14, dark(), (0, 0, 1.44))
    tube([(0, 0, 1.5), (0, 0, 1.82)], .05, dark(), straight=True)
    tube([(.03, 0, 1.85), (-.25, -.12, 1.87), (-.42, -.2, 1.8)], .07, dark(), taper=[1.2, 1, .7])
    for x, y, turn in ((.65, -.35, .3), (.85, -.1, -.5), (.5, -.6, 1.2)):
        ball(.15, mat('#a5683a', .6, bump=.3, scale=12), (x, y, .08), (1.2, .7, .5), (0, 0, turn))
    lathe([(0, 0), (.2, .02), (.3, .2), (.22, .42), (.07, .58), (.04, .7), (0, .7)], mat('#4b3350', .5, bump=.1, scale=8), (.95, .45, 0))
    shoot('#e9ddd4', 14, 10, fill=.74)


def worry_beads():
    m = mat('#b5651d', .08, trans=.3, coat=.8)
    for i in range(21):
        a = i * 2 * math.pi / 23 + .5
        ball(.12, m, (.95 * math.cos(a + math.pi / 2), .7 * math.sin(a + math.pi / 2), .12))
    ring(.95, .012, mat('#5a3a22', .8), (0, 0, .12)).scale = (1, .74, 1)
    ball(.16, brass(), (0, .7, .16))
    for d in (-.08, 0, .08):
        tube([(0, .7, .14), (.3 + d, 1.0, .06), (.85 + d, 1.05 + d * 2, .03)], .018, mat('#5a3a22', .8))
    shoot('#e4ddce', 40, 10, fill=.76)


def music_box():
    disc(.95, .16, wood('#5a3a22', '#83593a', axis=0), edge=.03)
    disc(.85, .08, mat('#86142a', .4, coat=.4), (0, 0, .16))
    tube([(0, 0, .2), (0, 0, 1.5)], .05, brass(), straight=True)
    lathe([(.95, 1.35), (.9, 1.42), (.1, 1.85), (0, 1.95)], mat('#efe2c8', .5, coat=.2), sub=1)
    ring(.94, .04, brass(), (0, 0, 1.36))
    ball(.08, brass(), (0, 0, 1.98))
    for i in range(5):
        a = i * 1.2566 + .3
        x, y = .62 * math.cos(a), .62 * math.sin(a)
        tube([(x, y, .24), (x, y, 1.36)], .02, brass(), straight=True)
        def horse():
            m = mat(('#f4ecdb', '#d8c3a5', '#c9d6d6')[i % 3], .4, coat=.4)
            ball(.19, m, (0, 0, 0), (1, .5, .62))
            tube([(.13, 0, .05), (.22, 0, .22), (.32, 0, .17)], .055, m, taper=[1.2, .9, .7])
            for dx in (-.12, .12):
                for dy in (-.05, .05):
                    tube([(dx, dy, -.05), (dx + .03, dy, -.24)], .022, m, straight=True)
            tube([(-.18, 0, .03), (-.27, 0, -.08)], .03, m)
            box((.12, .12, .05), mat('#86142a', .5), (0, 0, .11), .02)
        group(horse, (x, y, .72 + .1 * (i % 2)), a + 1.57)
    shoot('#dcd3de', 12, 0, fill=.78)


goods = {
    'cabin-suitcase': suitcase, 'wireless-headphones': headphones, 'instant-camera': instant_camera,
    'travel-camera': travel_camera, 'moon-night-light': moon_light, 'wooden-train': wooden_train,
    'weekend-bag': weekend_bag, 'city-backpack': backpack, 'briefcase': briefcase, 'myths-in-five-volumes': myths,
    'turntable': turntable, 'television': television, 'portable-speaker': speaker, 'kitchen-radio': kitchen_radio,
    'projector': projector, 'student-laptop': laptop, 'tablet': tablet, 'fountain-pen': fountain_pen,
    'notebooks': notebooks, 'alarm-clock': alarm_clock, 'sports-watch': sports_watch, 'power-bank': power_bank,
    'chess-set': chess_set, 'nesting-dolls': nesting_dolls, 'toy-drum': toy_drum, 'olive-oil-soaps': soaps,
    'body-cream': body_cream, 'worry-beads': worry_beads, 'carousel-music-box': music_box,
}


def card(color):
    """An empty card on its envelope, seen from above; cards.ts prints on it."""
    def build():
        def envelope():
            box((2.5, 1.72, .03), mat(color, .9, bump=.08, scale=300), (0, 0, .015), .01)
            for s in (-1, 1):
                tube([(s * 1.24, .85, .034), (0, -.12, .05)], .006, mat(color, .8), straight=True)
        group(envelope, (.12, .3, 0), .16)
        group(lambda: box((2.2, 1.44, .02), mat('#faf5ea', .85, bump=.05, scale=320), (0, 0, .06), .01), (0, 0, 0), .113)
        for i in range(9):
            ball(1, mat('#7f8a5c', .55), (1.2 + .07 * i + (.05 if i % 2 else -.05), -.75 + .13 * i, .1), (.13, .038, .012), (.2, -.2, 1.9 if i % 2 else .3))
        tube([(1.15, -.85, .06), (1.5, -.2, .1), (1.85, .4, .08)], .014, mat('#6d5b43', .7))
    build()
    shoot('#eadfce', 68, 0, fill=.78, lens=110)


for name, color in (('sea', '#8fb3bf'), ('rose', '#d3a39a'), ('leaf', '#a9b58c'), ('honey', '#d9b877'), ('night', '#8d86a8')):
    goods[f'card-{name}'] = lambda color=color: card(color)
