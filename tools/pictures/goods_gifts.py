"""What is given at baptisms, bears a name, or stands in none of the other files."""
import math
import random

from studio import add, ball, box, bpy, disc, group, lathe, leaf, mat, pane, ring, shoot, tube, wood

brass = lambda: mat('#c79a55', 0.25, 1)
silver = lambda rough=0.18: mat('#d9d9d7', rough, 1)
dark = lambda: mat('#232324', 0.5)


def flat(outline, height, m, at=(0, 0, 0), rot=(0, 0, 0), bevel=0.02):
    """A board of that outline, with soft edges."""
    c = bpy.data.curves.new('f', 'CURVE')
    c.dimensions, c.extrude, c.bevel_depth, c.fill_mode = '2D', height / 2, bevel, 'BOTH'
    line = c.splines.new('BEZIER')
    line.bezier_points.add(len(outline) - 1)
    line.use_cyclic_u = True
    for p, (x, y) in zip(line.bezier_points, outline):
        p.co = (x, y, 0)
        p.handle_left_type = p.handle_right_type = 'AUTO'
    return add(c, m, at, rot)


def write(text, size, m, at, rot=(0, 0, 0), depth=0.004):
    c = bpy.data.curves.new('t', 'FONT')
    c.body, c.size, c.extrude, c.align_x, c.align_y = text, size, depth, 'CENTER', 'CENTER'
    # Blender's own font has no Greek.
    c.font = bpy.data.fonts.load('/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf', check_existing=True)
    return add(c, m, at, rot)


def coffee_spoons():
    box((2.5, 1.9, .16), mat('#4a2a15', .5), (0, 0, -.1), .04)
    box((2.36, 1.76, .1), mat('#2f4763', .95, sheen=1), (0, 0, 0), .03)
    m = silver()
    for i in range(6):
        x = -.95 + i * .38
        tube([(x, -.7, .09), (x, 0, .1), (x, .38, .08)], .04, m, taper=[1.35, .6, .7])
        ball(.14, m, (x, .55, .09), (.82, 1.4, .25))
    shoot('#e0d8cc', 46, 12, fill=.8)


def chopsticks():
    for i, y in enumerate((-.9, -.3, .3, .9)):
        for d in (-.09, .09):
            tube([(-1.5, y + d, .14), (1.4, y + d * .8, .2)], .075, wood('#5c1f14', '#8a3a22', axis=0), straight=True, taper=[.45, 1])
        box((.16, .46, .12), mat('#efe8da', .35, coat=.5), (-.95, y, .04), .05)
    shoot('#d9dccf', 36, 24, fill=.8)


def kitchen_timer():
    m, face = mat('#86142a', .3, coat=.7), mat('#f6f0e2', .5)
    def build():
        disc(.8, .42, m, edge=.1)
        disc(.7, .05, face, (0, 0, .41))
        for i in range(60):
            a, long = i * math.pi / 30, i % 5 == 0
            box((.022, .1 if long else .05, .012), dark(), (.63 * math.sin(a), .63 * math.cos(a), .462), .002, rot=-a)
        for i in range(12):
            a = i * math.pi / 6
            write(str(i * 5), .13, dark(), (.5 * math.sin(a), .5 * math.cos(a), .462))
        disc(.33, .2, m, (0, 0, .45), edge=.06)
        box((.1, .62, .14), m, (0, 0, .7), .05)
        box((.03, .22, .02), face, (0, .19, .77), .005)
    group(build, tilt=(.95, 0), turn=.25)
    shoot('#e3dfd0', 12, fill=.72)


def baby_bottles():
    for x, y, color in ((-.72, .2, '#9fb7a5'), (.72, .35, '#d9a79b'), (.02, -.35, '#8fb3bf')):
        at = (x, y, 0)
        lathe([(0, .01), (.34, .01), (.38, .06), (.38, 1.15), (.3, 1.3)], pane(), at, sub=1)
        lathe([(0, .04), (.35, .04), (.36, .09), (.36, .75), (0, .75)], mat('#f7f3e8', .3), at, sub=0)
        lathe([(.385, .06), (.4, .08), (.4, .62), (.385, .64)], mat(color, .7), at, sub=0)
        disc(.35, .26, mat(color, .5), (x, y, 1.28), edge=.05)
        lathe([(.28, 1.53), (.26, 1.62), (.12, 1.72), (.09, 1.85), (.07, 1.95), (0, 1.97)], mat('#e9d9bf', .35), at)
    shoot('#e2e2da', 12, fill=.76)


def blue_eye_charm():
    def build():
        for r, z, color in ((.6, 0, '#123f8f'), (.4, .09, '#f4f4f0'), (.27, .14, '#5aa6d6'), (.13, .18, '#10131c')):
            lathe([(0, 0), (r * .8, 0), (r, .07), (r * .82, .14), (0, .17)], mat(color, .08, coat=1), (0, 0, z))
        ring(.62, .035, silver(), (0, 0, .08))
        ring(.1, .03, silver(), (0, .7, .1))
    group(build, (0, 0, .1))
    m = silver()
    tube([(-.75, 1.0, .08), (.75, 1.0, .08)], .03, m, straight=True)
    tube([(-.75, 1.0, .08), (-.9, 1.1, .08), (-.75, 1.2, .08), (.55, 1.2, .08)], .03, m)
    ball(.13, m, (.75, 1.08, .09), (.8, 1.4, .5))
    tube([(0, .8, .12), (0, .93, .14), (0, 1.03, .1)], .022, m)
    shoot('#e3d8c8', 52, 0, fill=.68)


def gold_coin_charm():
    gold = mat('#d9a441', .22, 1)
    box((1.9, 1.9, .5), mat('#3a1a24', .6), (0, 0, -.3), .08)
    box((1.7, 1.7, .06), mat('#f1e8da', .95, sheen=1), (0, 0, -.03), .04)
    disc(.6, .07, gold, (0, -.08, .0), edge=.02)
    ring(.58, .03, gold, (0, -.08, .07))
    ring(.5, .008, gold, (0, -.08, .075))
    for x in (-.16, .16):
        ball(.09, gold, (x, .12, .06), (1, 1.1, .5))
        ball(.15, gold, (x, -.2, .05), (.85, 1.5, .4))
        ring(.11, .014, gold, (x, .13, .08))
    box((.035, .62, .04), gold, (0, -.08, .09), .01)
    box((.22, .035, .04), gold, (0, .1, .09), .01)
    ring(.085, .025, gold, (0, .6, .06))
    shoot('#d8d5cf', 50, 14, fill=.74)


def ring_dish():
    m = silver(.22)
    lathe([(0, 0), (.55, 0), (.6, .02), (.95, .14), (1.12, .2), (1.13, .225), (1.1, .235), (.92, .18), (.55, .06), (0, .05)], m)
    for i, letter in enumerate('ΕΛΕΝΗ'):
        a = -math.pi / 2 + (i - 2) * .17
        write(letter, .17, mat('#3d3d3e', .6), (1.03 * math.cos(a), 1.03 * math.sin(a), .25), (0, 0, a + math.pi / 2), depth=.02)
    for at, rot in (((-.15, .1, .17), (.5, .35, 0)), ((.22, -.1, .13), (.25, -.3, 0))):
        ring(.24, .04, mat('#d9a441', .15, 1), at, rot)
    shoot('#d8cfc8', 36, fill=.76)


def birth_plate():
    def build():
        lathe([(0, 0), (.55, 0), (.62, .03), (1.05, .14), (1.08, .16), (1.04, .175), (.6, .08), (0, .07)], mat('#f6f1e6', .25, coat=.6))
        blue = mat('#2d5b86', .3, coat=.5)
        ring(.99, .014, blue, (0, 0, .167))
        ring(.62, .01, blue, (0, 0, .088))
        for i in range(28):
            a = i * 2 * math.pi / 28
            leaf(blue if i % 2 else mat('#7c8d5a', .3), (.83 * math.cos(a), .83 * math.sin(a), .135), .085, (.2 * math.sin(a), -.2 * math.cos(a), a + (.9 if i % 2 else -.9)))
        write('Νεφέλη', .34, blue, (0, .1, .1), depth=.02)
        write('12 · 6 · 2026', .14, mat('#a3583f', .3), (0, -.22, .1), depth=.02)
    group(build, (0, 0, 1.05), tilt=(1.22, 0))
    for x in (-.45, .45):
        tube([(x, -.32, .22), (x, -.28, .03), (x, .1, .04), (x, .75, .04)], .04, wood())
        tube([(x, .12, .04), (x, .5, 1.1)], .04, wood())
    shoot('#cfd8d6', 10, 16, fill=.74)


def growth_chart():
    def build():
        box((.62, .09, 3.4), wood('#c49a66', '#e6c592', axis=2), (0, 0, 1.7), .02)
        olive = mat('#56692b', .6)
        for i in range(33):
            long = i % 5 == 0
            box((.3 if long else .16, .012, .018), olive, (-.31 + (.15 if long else .08), -.045, .15 + i * .098), .002)
        for i in range(7):
            write(str(70 + i * 15), .13, olive, (.14, -.048, .15 + i * .49), (math.pi / 2, 0, 0))
        ball(.07, mat('#c4472e', .6), (.2, -.05, 1.1), (1, .2, 1))
    group(build, (0, 0, 0), .0, tilt=(-.06, 0))
    box((.85, .5, .5), mat('#c98f63', .95, sheen=.5), (.95, .1, .25), .1)
    ball(.24, mat('#2f6a86', .5), (.85, -.35, .24))
    shoot('#e4e0d4', 6, 14, fill=.84)


def photo_book():
    linen = mat('#7f8a72', .95, sheen=.5, bump=.5, scale=260)
    page = mat('#fbf8f0', .8)
    for s in (-1, 1):
        box((1.5, 1.9, .05), linen, (s * .76, 0, .03), .01)
        box((1.42, 1.82, .16), page, (s * .72, 0, .13), .03, (0, s * -.04, 0))
    def photo(x, y, w, h, sky, land, sun):
        z = .235 if x < 0 else .235
        box((w, h, .008), mat(sky, .6), (x, y, z), .002)
        box((w, h * .4, .01), mat(land, .6), (x, y - h * .3, z + .002), .002)
        if sun:
            disc(.09, .012, mat(sun, .6), (x + w * .22, y + h * .2, z - .002), edge=.002)
    photo(-.75, .02, 1.05, 1.3, '#bcd3d8', '#5d8a9c', '#f1cf86')
    photo(.72, .42, 1.05, .72, '#e6c9b3', '#a3583f', '#fbeccb')
    photo(.45, -.42, .5, .62, '#c9d3b5', '#7c8d5a', None)
    photo(1.02, -.42, .5, .62, '#d9d0e0', '#8d86a8', '#fbf3df')
    shoot('#ded5c8', 44, 14, fill=.82)


def guitar():
    def build():
        red = mat('#86142a', .2, coat=.9)
        flat([(-.55, -1.05), (0, -1.12), (.6, -1.0), (.78, -.5), (.5, -.02), (.62, .42), (.5, .8), (.3, .62), (.12, .42), (-.12, .42), (-.34, .72), (-.62, .95), (-.74, .5), (-.52, .0), (-.78, -.5)], .16, red, bevel=.04)
        flat([(-.4, .0), (-.3, .42), (0, .36), (.38, .4), (.36, 0), (.5, -.5), (.3, -.75), (.1, -.5), (-.3, -.42)], .01, mat('#f6f0e2', .4, coat=.4), (0, 0, .135), bevel=.005)
        box((.24, 2.2, .12), wood('#b58a5b', '#d9b98d', axis=1), (0, 1.35, .13), .04)
        box((.24, 2.25, .04), wood('#3b2415', '#573620', axis=1), (0, 1.3, .2), .01)
        for i in range(17):
            box((.24, .012, .02), silver(), (0, 2.4 - 2.0 * (1 - .9 ** i) * 1.2, .225), .002)
        flat([(-.12, 2.42), (-.17, 2.7), (-.2, 3.1), (.05, 3.25), (.24, 3.0), (.13, 2.6), (.12, 2.42)], .1, wood('#b58a5b', '#d9b98d', axis=1), (0, 0, .12), bevel=.02)
        for i in range(6):
            disc(.035, .1, silver(), (-.13 + .012 * i, 2.58 + i * .1, .17))
            tube([(-.09 + i * .036, -.62, .235), (-.09 + i * .036, 2.45, .245)], .004, silver(), straight=True)
        for y in (-.35, -.05, .22):
            box((.36, .09, .06), dark(), (0, y, .17), .02)
        box((.4, .14, .08), silver(), (0, -.64, .18), .02)
        for x, y in ((.3, -.35), (.36, -.58)):
            disc(.06, .07, dark(), (x, y, .15))
    group(build, turn=-.7)
    shoot('#ddd6ca', 58, 0, fill=.84)


goods = {
    'coffee-spoons': coffee_spoons, 'chopsticks': chopsticks, 'kitchen-timer': kitchen_timer, 'baby-bottles': baby_bottles,
    'blue-eye-charm': blue_eye_charm, 'gold-coin-charm': gold_coin_charm,
    'ring-dish-with-a-name': ring_dish, 'birth-plate': birth_plate,
    'growth-chart': growth_chart, 'photo-book': photo_book,
    'guitar': guitar,
}
