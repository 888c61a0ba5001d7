"""The studio of the shop's product pictures: one light, one warm sweep, materials, and the forms that goods are made of.

Run by render.py inside Blender 3.4; lengths are free, because the camera moves until the object fills the frame.
"""
import math
import random

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector, noise

scene = None
# The colour that the goods have in place of their own, and whether they are seen from their other side and nearer.
chosen, isNearer = None, False


def begin(size, samples):
    global scene
    bpy.ops.wm.read_factory_settings(use_empty=True)
    random.seed(7)
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.threads_mode = 'FIXED'
    scene.render.threads = 2
    cycles = scene.cycles
    cycles.device = 'CPU'
    cycles.samples = samples
    cycles.use_denoising = False
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.04
    cycles.sample_clamp_indirect = 3
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.max_bounces = 10
    cycles.transmission_bounces = cycles.transparent_max_bounces = 12
    scene.render.resolution_x = scene.render.resolution_y = size
    scene.view_settings.view_transform = 'Filmic'
    scene.view_settings.look = 'Medium High Contrast'
    scene.view_settings.exposure = 0.35


def rgb(code):
    """Linear colour of a code such as #a3283f."""
    parts = [int(code[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [(x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4) for x in parts] + [1]


def main(color):
    """The colour that goods are sold in: the chosen one, deepened because the film pales it, or else their own."""
    if not chosen:
        return color
    return '#' + ''.join(f'{round(255 * (int(chosen[i:i + 2], 16) / 255) ** 1.25):02x}' for i in (1, 3, 5))


def mat(color, rough=0.4, metal=0, trans=0, ior=1.45, coat=0, sheen=0, bump=0, scale=60, glow=0, weave=0):
    m = bpy.data.materials.new('m')
    m.use_nodes = True
    nodes, links = m.node_tree.nodes, m.node_tree.links
    b = nodes['Principled BSDF']
    for name, value in (('Roughness', rough), ('Metallic', metal), ('Transmission', trans), ('IOR', ior),
                        ('Clearcoat', coat), ('Clearcoat Roughness', 0.1), ('Sheen', sheen), ('Emission Strength', glow)):
        b.inputs[name].default_value = value
    b.inputs['Base Color'].default_value = b.inputs['Emission'].default_value = rgb(color)
    if bump or weave:
        texture = nodes.new('ShaderNodeTexWave' if weave else 'ShaderNodeTexNoise')
        texture.inputs['Scale'].default_value = weave or scale
        texture.inputs['Detail'].default_value = 2 if weave else 8
        if weave:
            texture.inputs['Distortion'].default_value = 1.5
            where = nodes.new('ShaderNodeTexCoord')
            links.new(where.outputs['Object'], texture.inputs['Vector'])
        k = nodes.new('ShaderNodeBump')
        k.inputs['Strength'].default_value = bump or 0.4
        links.new(texture.outputs['Fac'], k.inputs['Height'])
        links.new(k.outputs['Normal'], b.inputs['Normal'])
    return m


def pane(tint='#f6faf9', edge='#93a7a8'):
    """Thin clear glass of one surface: seen through in its middle, darker and brighter where it turns away."""
    m = bpy.data.materials.new('p')
    m.use_nodes = True
    nodes, links = m.node_tree.nodes, m.node_tree.links
    nodes.remove(nodes['Principled BSDF'])
    clear, gloss, mix = nodes.new('ShaderNodeBsdfTransparent'), nodes.new('ShaderNodeBsdfGlossy'), nodes.new('ShaderNodeMixShader')
    turn = nodes.new('ShaderNodeLayerWeight')
    turn.inputs['Blend'].default_value, gloss.inputs['Roughness'].default_value = 0.5, 0.03
    for (low, high), start, end in (((tint, edge), clear, 'Color'), (('#0b0b0b', '#909090'), mix, 'Fac')):
        ramp = nodes.new('ShaderNodeValToRGB')
        ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[0].color = 0.6, rgb(low)
        ramp.color_ramp.elements[1].color = rgb(high)
        links.new(turn.outputs['Facing'], ramp.inputs['Fac'])
        links.new(ramp.outputs['Color'], start.inputs[end])
    links.new(clear.outputs['BSDF'], mix.inputs[1])
    links.new(gloss.outputs['BSDF'], mix.inputs[2])
    links.new(mix.outputs['Shader'], nodes['Material Output'].inputs['Surface'])
    return m


def wood(dark='#6b4429', light='#9a6a42', rough=0.45, scale=2.2, axis=0):
    """Wood whose grain runs along an axis of the object."""
    m = mat(light, rough, coat=0.15)
    nodes, links = m.node_tree.nodes, m.node_tree.links
    where, stretch = nodes.new('ShaderNodeTexCoord'), nodes.new('ShaderNodeMapping')
    stretch.inputs['Scale'].default_value = [0.6 if i == axis else 7 for i in range(3)]
    grain, ramp = nodes.new('ShaderNodeTexNoise'), nodes.new('ShaderNodeValToRGB')
    grain.inputs['Scale'].default_value, grain.inputs['Detail'].default_value = scale, 9
    grain.inputs['Distortion'].default_value = 0.6
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.32, 0.68
    ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = rgb(dark), rgb(light)
    links.new(where.outputs['Object'], stretch.inputs['Vector'])
    links.new(stretch.outputs['Vector'], grain.inputs['Vector'])
    links.new(grain.outputs['Fac'], ramp.inputs['Fac'])
    links.new(ramp.outputs['Color'], nodes['Principled BSDF'].inputs['Base Color'])
    return m


def add(mesh_or_curve, m, at=(0, 0, 0), rot=(0, 0, 0)):
    o = bpy.data.objects.new('o', mesh_or_curve)
    scene.collection.objects.link(o)
    o.location, o.rotation_euler = at, rot
    o.data.materials.append(m)
    return o


def lathe(profile, m, at=(0, 0, 0), rot=(0, 0, 0), sub=2, steps=64):
    """Turns a profile of (radius, height) about z, from the bottom's middle round to the inside's middle."""
    me = bpy.data.meshes.new('l')
    me.from_pydata([(r, 0, z) for r, z in profile], [(i, i + 1) for i in range(len(profile) - 1)], [])
    o = add(me, m, at, rot)
    turn = o.modifiers.new('s', 'SCREW')
    turn.steps = turn.render_steps = steps
    turn.use_merge_vertices = turn.use_smooth_shade = turn.use_normal_calculate = True
    if sub:
        smooth = o.modifiers.new('d', 'SUBSURF')
        smooth.levels = smooth.render_levels = sub
    return o


def disc(r, h, m, at=(0, 0, 0), rot=(0, 0, 0), edge=0.02):
    """A round plate or post of radius r and height h with a softened edge."""
    e = min(edge, h / 2.2, r / 2.2)
    return lathe([(0, 0), (r - e, 0), (r, e), (r, h - e), (r - e, h), (0, h)], m, at, rot, sub=0)


def tube(points, radius, m, at=(0, 0, 0), cyclic=False, taper=None, straight=False, rot=(0, 0, 0)):
    c = bpy.data.curves.new('c', 'CURVE')
    c.dimensions, c.bevel_depth, c.bevel_resolution, c.resolution_u, c.use_fill_caps = '3D', radius, 5, 16, True
    s = c.splines.new('POLY' if straight else 'BEZIER')
    row = s.points if straight else s.bezier_points
    row.add(len(points) - 1)
    s.use_cyclic_u = cyclic
    for i, (p, q) in enumerate(zip(row, points)):
        p.co = (*q, 1) if straight else q
        if not straight:
            p.handle_left_type = p.handle_right_type = 'AUTO'
        if taper:
            p.radius = taper[i]
    return add(c, m, at, rot)


def ring(r, thick, m, at=(0, 0, 0), rot=(0, 0, 0)):
    bpy.ops.mesh.primitive_torus_add(location=at, rotation=rot, major_radius=r, minor_radius=thick,
                                     major_segments=96, minor_segments=20)
    return dress(m)


def ball(r, m, at=(0, 0, 0), scale=(1, 1, 1), rot=(0, 0, 0)):
    bpy.ops.mesh.primitive_uv_sphere_add(segments=48, ring_count=24, radius=r, location=at, rotation=rot)
    bpy.context.object.scale = scale
    return dress(m)


def dress(m):
    bpy.ops.object.shade_smooth()
    bpy.context.object.data.materials.append(m)
    return bpy.context.object


def box(size, m, at=(0, 0, 0), bevel=0.03, rot=(0, 0, 0)):
    """A box of the whole size, about the place `at`, with rounded edges."""
    bpy.ops.mesh.primitive_cube_add(size=1, location=at, rotation=rot if isinstance(rot, tuple) else (0, 0, rot))
    o = bpy.context.object
    o.scale = size
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    b = o.modifiers.new('b', 'BEVEL')
    b.width, b.segments = min(bevel, min(size) / 2.05), 5
    o.data.use_auto_smooth = True
    return dress(m)


def pillow(size, m, at=(0, 0, 0), rot=(0, 0, 0), creases=0.03, seed=0):
    """A stuffed cloth: flat at its seams, full in the middle, with soft creases."""
    bpy.ops.mesh.primitive_cube_add(size=1)
    o = bpy.context.object
    cut = o.modifiers.new('c', 'SUBSURF')
    cut.subdivision_type, cut.levels = 'SIMPLE', 5
    bpy.ops.object.modifier_apply(modifier='c')
    for v in o.data.vertices:
        x, y = v.co.x * 2, v.co.y * 2
        full = max(0, 1 - abs(x) ** 3.2) ** 0.5 * max(0, 1 - abs(y) ** 3.2) ** 0.5
        crease = creases * noise.noise(Vector((x * 2.2 + seed, y * 2.2, seed))) * 2
        v.co.z = v.co.z * (0.06 + 0.94 * full) + crease * full
        pinch = 1 - 0.06 * (abs(x) * abs(y)) ** 2
        v.co.x, v.co.y = v.co.x * pinch, v.co.y * pinch
    o.location, o.rotation_euler, o.scale = at, rot, size
    soft = o.modifiers.new('s', 'SUBSURF')
    soft.levels = soft.render_levels = 1
    return dress(m)


def folded(size, m, at=(0, 0, 0), layers=2, rot=0.0, seed=0):
    """A cloth folded to a pile: each layer turns round at the front and sags a little."""
    w, d, h = size
    for i in range(layers):
        t = h / layers
        o = box((w * (1 - 0.012 * i), d, t * 1.04), m, (at[0], at[1], at[2] + t * (i + 0.5)), bevel=t / 2.05,
                rot=(0, 0, rot + 0.008 * (i % 2)))
        cut = o.modifiers.new('c', 'SUBSURF')
        cut.subdivision_type, cut.levels, cut.render_levels = 'SIMPLE', 3, 3
        bump = bpy.data.textures.new('t', 'CLOUDS')
        bump.noise_scale = 0.5
        sag = o.modifiers.new('d', 'DISPLACE')
        sag.texture, sag.strength, sag.texture_coords = bump, 0.035, 'GLOBAL'


def cloth(size, m, at=(0, 0, 0), height=0.12, seed=1.0, drop=None):
    """A spread cloth with waves; `drop` gives a further height by (x, y)."""
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=140, y_subdivisions=140, size=1, location=at)
    o = bpy.context.object
    o.scale = (size[0], size[1], 1)
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    for v in o.data.vertices:
        p = v.co
        z = height * noise.noise(Vector((p.x * 0.9, p.y * 1.3, seed))) + height * 0.4 * noise.noise(Vector((p.x * 2.6 + p.y, p.y, seed + 3)))
        v.co.z = z + height + (drop(p.x, p.y) if drop else 0)
    o.modifiers.new('t', 'SOLIDIFY').thickness = 0.02
    return dress(m)


def leaf(m, at, size, rot):
    ball(1, m, at, (size, size * 0.3, size * 0.05), rot)


def group(build, at=(0, 0, 0), turn=0.0, scale=1.0, tilt=(0.0, 0.0)):
    """What `build` makes, turned about z, scaled and moved as one."""
    before = set(scene.objects)
    build()
    made = [o for o in scene.objects if o not in before]
    bpy.ops.object.empty_add()
    hand = bpy.context.object
    for o in made:
        if o.parent is None:
            o.parent = hand
    hand.location, hand.rotation_euler, hand.scale = at, (tilt[0], tilt[1], turn), (scale,) * 3
    return hand


def corners():
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    found = []
    for o in scene.objects:
        if o.type in ('MESH', 'CURVE') and not o.get('isGround'):
            shape = o.evaluated_get(graph)
            mesh = shape.to_mesh()
            step = max(1, len(mesh.vertices) // 1500)
            found += [o.matrix_world @ mesh.vertices[i].co for i in range(0, len(mesh.vertices), step)]
            shape.to_mesh_clear()
    return found


def shoot(ground='#e7ded2', pitch=20.0, side=0.0, fill=0.74, lens=70, lift=0.0):
    """Lays the ground, hangs the lights and moves the camera until the object fills that share of the frame."""
    if isNearer:
        pitch, side, fill = pitch + 9, side + 38 if side < 10 else side - 46, fill * 1.32
    points = corners()
    low = min(p.z for p in points)
    for o in scene.objects:
        if o.parent is None:
            o.location.z -= low
    points = [p - Vector((0, 0, low)) for p in points]
    middle = Vector([(min(p[i] for p in points) + max(p[i] for p in points)) / 2 for i in range(3)])
    span = max((p - middle).length for p in points)
    lay_ground(ground, middle, span)
    hang_lights(middle, span)
    c = bpy.data.cameras.new('c')
    c.lens = lens
    camera = bpy.data.objects.new('c', c)
    scene.collection.objects.link(camera)
    scene.camera = camera
    a, b = math.radians(pitch), math.radians(side)
    way = Vector((math.sin(b) * math.cos(a), -math.cos(b) * math.cos(a), math.sin(a)))
    distance, aim = span * 4, middle.copy()
    for _ in range(12):
        camera.location = aim + way * distance
        camera.rotation_euler = (-way).to_track_quat('-Z', 'Y').to_euler()
        bpy.context.view_layer.update()
        seen = [world_to_camera_view(scene, camera, p) for p in points]
        left, right = min(s.x for s in seen), max(s.x for s in seen)
        bottom, top = min(s.y for s in seen), max(s.y for s in seen)
        distance *= max(right - left, top - bottom) / fill
        shift = camera.rotation_euler.to_matrix()
        width = 2 * distance * math.tan(c.angle / 2)
        aim += shift @ Vector((((left + right) / 2 - 0.5) * width, ((bottom + top) / 2 - 0.5 + 0.02 + lift) * width, 0))
    c.dof.use_dof = True
    c.dof.focus_distance = (camera.location - middle).length
    c.dof.aperture_fstop = 8 / span


def lay_ground(color, middle, span):
    s = span
    rise = [(3 + 2.5 * math.sin(a), 2.5 - 2.5 * math.cos(a)) for a in [i * math.pi / 24 for i in range(13)]]
    profile = [(-30, 0), (3, 0)] + rise + [(5.5, 30)]
    verts, faces = [], []
    for y, z in profile:
        verts += [(-40 * s, middle.y + y * s, z * s), (40 * s, middle.y + y * s, z * s)]
    for i in range(len(profile) - 1):
        faces.append((2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2))
    me = bpy.data.meshes.new('g')
    me.from_pydata(verts, [], faces)
    for p in me.polygons:
        p.use_smooth = True
    add(me, mat(color, 0.9))['isGround'] = True


def hang_lights(middle, s):
    w = bpy.data.worlds.new('w')
    scene.world = w
    w.use_nodes = True
    w.node_tree.nodes['Background'].inputs[0].default_value = rgb('#fff4e6')
    w.node_tree.nodes['Background'].inputs[1].default_value = 0.45
    for at, size, power, color in (((-3.2, -2.4, 4), 1.8, 330, '#fff1de'), ((4, -0.8, 2.4), 2.8, 77, '#e8f0ff'),
                                   ((0, 2.8, 3.6), 1.2, 102, '#fff1de')):
        light = bpy.data.lights.new('a', 'AREA')
        light.size, light.energy, light.color = size * s, power * s * s, rgb(color)[:3]
        o = bpy.data.objects.new('a', light)
        scene.collection.objects.link(o)
        o.location = Vector((middle.x, middle.y, 0)) + Vector(at) * s
        o.rotation_euler = (middle - o.location).to_track_quat('-Z', 'Y').to_euler()


def smooth_noise():
    """Blurs what noise is left, but not over an edge of form or colour; Debian's Blender comes without a denoiser."""
    scene.view_layers[0].cycles.denoising_store_passes = True
    scene.use_nodes = True
    nodes, links = scene.node_tree.nodes, scene.node_tree.links
    nodes.clear()
    layers, out = nodes.new('CompositorNodeRLayers'), nodes.new('CompositorNodeComposite')
    edges, blur = nodes.new('CompositorNodeMixRGB'), nodes.new('CompositorNodeBilateralblur')
    edges.blend_type, edges.inputs[0].default_value = 'ADD', 1
    blur.iterations, blur.sigma_color, blur.sigma_space = 3, 0.16, 4
    links.new(layers.outputs['Denoising Albedo'], edges.inputs[1])
    links.new(layers.outputs['Denoising Normal'], edges.inputs[2])
    links.new(layers.outputs['Image'], blur.inputs['Image'])
    links.new(edges.outputs['Image'], blur.inputs['Determinator'])
    links.new(blur.outputs['Image'], out.inputs['Image'])


def save(path):
    smooth_noise()
    scene.render.filepath = path
    scene.render.image_settings.file_format = 'PNG'
    bpy.ops.render.render(write_still=True)
