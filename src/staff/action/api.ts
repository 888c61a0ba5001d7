import type { Handler } from '../../server/context/handler.ts'
import { actionRuns } from './runs-service.ts'
import { handleActions } from './service.ts'

export const calls: Handler[] = handleActions(actionRuns)
