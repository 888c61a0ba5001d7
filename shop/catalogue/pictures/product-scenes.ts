/**
 * Pictures of products as merchants have them: pack shots on white, and photos of the thing where it is used, in every
 * shape. Products without one have the cut-out emoji.
 */
export interface ProductScene {
  /** Name of the object in `@lobehub/fluent-emoji-3d/assets`, without `.webp`. */
  object: string
  /** Width and height in pixels. */
  size: [number, number]
  place: 'white' | 'table' | 'garden' | 'sea' | 'evening' | 'stone'
  /** The object's side, as a share of the shorter side. */
  scale: number
}

/** By the name of the file, without `.jpg`. */
export const productScenes: Record<string, ProductScene> = {
  'walnut-dining-chair': { object: '1fa91', size: [640, 800], place: 'white', scale: 0.94 },
  'wireless-headphones': { object: '1f3a7', size: [720, 720], place: 'white', scale: 0.86 },
  'cabin-suitcase': { object: '1f9f3', size: [600, 800], place: 'white', scale: 0.98 },
  microscope: { object: '1f52c', size: [800, 600], place: 'white', scale: 0.9 },
  'student-laptop': { object: '1f4bb', size: [800, 600], place: 'white', scale: 0.9 },
  'cast-iron-casserole': { object: '1f372', size: [720, 720], place: 'white', scale: 0.86 },
  'bordeaux-glasses': { object: '1f377', size: [640, 800], place: 'table', scale: 0.82 },
  'dinner-service': { object: '1f37d-fe0f', size: [800, 600], place: 'table', scale: 0.8 },
  'linen-bath-set': { object: '1f6c1', size: [800, 640], place: 'stone', scale: 0.78 },
  'olive-tree': { object: '1fab4', size: [640, 800], place: 'garden', scale: 0.84 },
  'picnic-basket': { object: '1f9fa', size: [800, 600], place: 'garden', scale: 0.72 },
  'sailing-day-hydra': { object: '26f5', size: [800, 560], place: 'sea', scale: 0.66 },
  'beeswax-candles': { object: '1f56f-fe0f', size: [640, 800], place: 'evening', scale: 0.8 },
  'nafplio-weekend': { object: '1f3f0', size: [800, 600], place: 'evening', scale: 0.74 },
}
