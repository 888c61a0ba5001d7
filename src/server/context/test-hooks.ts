/** Steps after which tests stop, delay or kill the process: of a hand-off and of reading an order. */
export const testHooks = [
  'prices read',
  'gifts reserved',
  'cart made',
  'cart saved',
  'cart ended',
  'order read',
  'order matched',
  'purchases written, not credited',
  'order counted, not committed',
  'order counted',
] as const
export const payoutHooks = ['orders of payout read', 'certificate made', 'certificate checked'] as const
/** Steps of a payout whose gift card staff made by hand. */
export const handmadeHooks = ['handmade read', 'handmade marked'] as const
export const searchHooks = ['search slice indexed', 'search index built'] as const
export const loweringHooks = ['certificate read', 'lowering stored', 'certificate lowered'] as const
export type TestHook =
  | (typeof testHooks)[number]
  | (typeof payoutHooks)[number]
  | (typeof handmadeHooks)[number]
  | (typeof loweringHooks)[number]
  | (typeof searchHooks)[number]
