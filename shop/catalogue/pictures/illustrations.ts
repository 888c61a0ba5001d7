/** The picture of an article: an arch with a view, and objects on the sill in front of it. */
export interface Illustration {
  /** Colour of the wall. */
  background: string
  view: 'sea' | 'hills' | 'evening'
  /** The x of the middle of the arch, of 960 pixels. */
  archX: number
  objects: IllustrationObject[]
}

interface IllustrationObject {
  /** Name of a picture in `@lobehub/fluent-emoji-3d/assets`, without `.webp`. */
  file: string
  /** Middle and side length, in pixels. */
  x: number
  size: number
  /** Height above the sill, in pixels. */
  raisedBy?: number
}

const [sand, rose, sky, leaf, lilac, honey] = [
  '#f2e6d3',
  '#f6e0db',
  '#dcebee',
  '#e6ecd5',
  '#e9e2f0',
  '#fbeac2',
] as const

const placeObject = (file: string, x: number, size: number, raisedBy = 0): IllustrationObject => ({
  file,
  x: x,
  size,
  raisedBy: raisedBy,
})

/** By the name of the article. */
export const illustrations: Record<string, Illustration> = {
  'how-many-gifts': {
    background: lilac,
    view: 'hills',
    archX: 480,
    objects: [
      placeObject('2709-fe0f', 250, 190),
      placeObject('1f9ee', 700, 210),
      placeObject('1f381', 480, 256),
    ],
  },
  'the-coin-and-the-knife': {
    background: sand,
    view: 'sea',
    archX: 620,
    objects: [placeObject('1f35e', 640, 250), placeObject('1f52a', 370, 230), placeObject('1fa99', 815, 130)],
  },
  'thank-you-letters': {
    background: rose,
    view: 'evening',
    archX: 360,
    objects: [
      placeObject('1fad6', 340, 256),
      placeObject('1f48c', 590, 210),
      placeObject('1f58b-fe0f', 755, 180),
    ],
  },
  'first-home': {
    background: honey,
    view: 'hills',
    archX: 560,
    objects: [
      placeObject('1f3e1', 560, 256),
      placeObject('1f6cb-fe0f', 265, 230),
      placeObject('1f511', 770, 150),
    ],
  },
  honeymoon: {
    background: sky,
    view: 'sea',
    archX: 440,
    objects: [
      placeObject('26f5', 470, 170, 128),
      placeObject('1f9f3', 250, 240),
      placeObject('1f3dd-fe0f', 705, 250),
    ],
  },
  'under-fifty': {
    background: leaf,
    view: 'evening',
    archX: 520,
    objects: [
      placeObject('1f36f', 300, 220),
      placeObject('1f56f-fe0f', 520, 230),
      placeObject('1f9fc', 725, 200),
    ],
  },
  godparents: {
    background: sky,
    view: 'hills',
    archX: 620,
    objects: [placeObject('1f4da', 330, 240), placeObject('1f9f8', 610, 256), placeObject('1f337', 810, 180)],
  },
  wedding: {
    background: rose,
    view: 'sea',
    archX: 480,
    objects: [placeObject('1f492', 480, 256), placeObject('1f48d', 250, 170), placeObject('1f490', 715, 220)],
  },
  baptism: {
    background: sky,
    view: 'hills',
    archX: 400,
    objects: [
      placeObject('1f54a-fe0f', 420, 240, 110),
      placeObject('1f56f-fe0f', 650, 230),
      placeObject('1f337', 240, 190),
    ],
  },
  'baby-shower': {
    background: honey,
    view: 'hills',
    archX: 520,
    objects: [placeObject('1f37c', 300, 210), placeObject('1f9f8', 540, 256), placeObject('1f9e6', 765, 170)],
  },
  birthday: {
    background: lilac,
    view: 'evening',
    archX: 480,
    objects: [
      placeObject('1f388', 270, 240, 120),
      placeObject('1f382', 480, 256),
      placeObject('1f381', 715, 200),
    ],
  },
  'student-life': {
    background: leaf,
    view: 'hills',
    archX: 580,
    objects: [placeObject('1f4da', 580, 240), placeObject('1f393', 300, 230), placeObject('1f4a1', 785, 170)],
  },
  'group-activity': {
    background: sky,
    view: 'hills',
    archX: 420,
    objects: [placeObject('1f392', 420, 256), placeObject('26fa', 690, 240), placeObject('26bd', 230, 140)],
  },
  'lets-event': {
    background: sand,
    view: 'evening',
    archX: 480,
    objects: [placeObject('1f389', 270, 220), placeObject('1f3b8', 500, 256), placeObject('1f942', 725, 220)],
  },
  'any-other': {
    background: rose,
    view: 'sea',
    archX: 560,
    objects: [placeObject('1fab4', 300, 230), placeObject('1f370', 560, 230), placeObject('1f511', 770, 160)],
  },
}
