import { type Handler, handle } from '../../server/context/handler.ts'
import * as contract from './contract.ts'
import { readStatus } from './service.ts'

export const calls: Handler[] = [handle(contract.showStatus, (_input, ctx) => readStatus(ctx))]
