import { type Handler, handle } from '../../server/context/handler.ts'
import * as contract from './contract.ts'
import { findAnnouncement } from './service.ts'

export const calls: Handler[] = [
  handle(contract.getAnnouncement, async ({ lang }, ctx) => findAnnouncement(ctx, lang ?? ctx.language)),
]
