/** What is seen in the picture of an article: a ground, an arch with a view, and objects on the sill before it. */
export interface Scene {
  /** The look's tile colours. */
  ground: string
  view: 'sea' | 'hills' | 'evening'
  /** Where the middle of the arch stands, across 960 pixels. */
  arch: number
  objects: Thing[]
}

interface Thing {
  /** Name of a picture in `@lobehub/fluent-emoji-3d/assets`, without `.webp`. */
  file: string
  /** Its middle and its side, in pixels. */
  at: number
  size: number
  /** How far over the sill, in pixels. */
  up?: number
}

const [sand, rose, sky, leaf, lilac, honey] = [
  '#f2e6d3',
  '#f6e0db',
  '#dcebee',
  '#e6ecd5',
  '#e9e2f0',
  '#fbeac2',
] as const

const thing = (file: string, at: number, size: number, up = 0): Thing => ({ file, at, size, up })

/** By the name of the article whose picture it is. */
export const scenes: Record<string, Scene> = {
  'how-many-gifts': {
    ground: lilac,
    view: 'hills',
    arch: 480,
    objects: [thing('2709-fe0f', 250, 190), thing('1f9ee', 700, 210), thing('1f381', 480, 256)],
  },
  'the-coin-and-the-knife': {
    ground: sand,
    view: 'sea',
    arch: 620,
    objects: [thing('1f35e', 640, 250), thing('1f52a', 370, 230), thing('1fa99', 815, 130)],
  },
  'thank-you-letters': {
    ground: rose,
    view: 'evening',
    arch: 360,
    objects: [thing('1fad6', 340, 256), thing('1f48c', 590, 210), thing('1f58b-fe0f', 755, 180)],
  },
  'first-home': {
    ground: honey,
    view: 'hills',
    arch: 560,
    objects: [thing('1f3e1', 560, 256), thing('1f6cb-fe0f', 265, 230), thing('1f511', 770, 150)],
  },
  honeymoon: {
    ground: sky,
    view: 'sea',
    arch: 440,
    objects: [thing('26f5', 470, 170, 128), thing('1f9f3', 250, 240), thing('1f3dd-fe0f', 705, 250)],
  },
  'under-fifty': {
    ground: leaf,
    view: 'evening',
    arch: 520,
    objects: [thing('1f36f', 300, 220), thing('1f56f-fe0f', 520, 230), thing('1f9fc', 725, 200)],
  },
  godparents: {
    ground: sky,
    view: 'hills',
    arch: 620,
    objects: [thing('1f4da', 330, 240), thing('1f9f8', 610, 256), thing('1f337', 810, 180)],
  },
  wedding: {
    ground: rose,
    view: 'sea',
    arch: 480,
    objects: [thing('1f492', 480, 256), thing('1f48d', 250, 170), thing('1f490', 715, 220)],
  },
  baptism: {
    ground: sky,
    view: 'hills',
    arch: 400,
    objects: [thing('1f54a-fe0f', 420, 240, 110), thing('1f56f-fe0f', 650, 230), thing('1f337', 240, 190)],
  },
  'baby-shower': {
    ground: honey,
    view: 'hills',
    arch: 520,
    objects: [thing('1f37c', 300, 210), thing('1f9f8', 540, 256), thing('1f9e6', 765, 170)],
  },
  birthday: {
    ground: lilac,
    view: 'evening',
    arch: 480,
    objects: [thing('1f388', 270, 240, 120), thing('1f382', 480, 256), thing('1f381', 715, 200)],
  },
  'student-life': {
    ground: leaf,
    view: 'hills',
    arch: 580,
    objects: [thing('1f4da', 580, 240), thing('1f393', 300, 230), thing('1f4a1', 785, 170)],
  },
  'group-activity': {
    ground: sky,
    view: 'hills',
    arch: 420,
    objects: [thing('1f392', 420, 256), thing('26fa', 690, 240), thing('26bd', 230, 140)],
  },
  'lets-event': {
    ground: sand,
    view: 'evening',
    arch: 480,
    objects: [thing('1f389', 270, 220), thing('1f3b8', 500, 256), thing('1f942', 725, 220)],
  },
  'any-other': {
    ground: rose,
    view: 'sea',
    arch: 560,
    objects: [thing('1fab4', 300, 230), thing('1f370', 560, 230), thing('1f511', 770, 160)],
  },
}
