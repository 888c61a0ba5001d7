/**
 * The shape of the search index: which words, keys, prefixes and facts a registry has there, and in which columns.
 * Whoever changes it raises the number; an index of the new shape is then built beside the one that answers (jobs.ts).
 */
export const searchIndexShape = 3

interface IndexState {
  state: 'live' | 'building' | 'kept' | 'empty'
  shape: number
}

/**
 * What a release that knows this shape has to do about the two indexes. One that knows an older shape leaves a newer one
 * alone, so that two releases side by side don't build in turns.
 */
export function nextBuildStep(indexes: IndexState[], shape: number): 'begin' | 'build' | 'none' {
  const live = indexes.find(({ state }) => state === 'live')
  const other = indexes.find(({ state }) => state !== 'live')
  if (!other || !live || live.shape >= shape) return 'none'
  if (other.state !== 'building' || other.shape < shape) return 'begin'
  return other.shape === shape ? 'build' : 'none'
}
