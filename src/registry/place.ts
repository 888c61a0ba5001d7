import type { ParsedOf } from '../base/endpoint.ts'
import { findPlacesBeginning } from '../base/gazetteer.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import * as contract from './place.contract.ts'

export const calls: Handler[] = [handle(contract.suggestPlaces, suggestPlaces)]

const maxSuggestions = 8
const suggestionsPerMinute = 120

async function suggestPlaces({ q, lang }: ParsedOf<typeof contract.suggestPlaces>, ctx: RequestContext) {
  await ctx.rateLimit(`places:${ctx.address}`, suggestionsPerMinute, 60)
  return findPlacesBeginning(q, lang ?? ctx.language, maxSuggestions)
}
