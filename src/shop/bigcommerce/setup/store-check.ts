import { z } from 'zod'
import { ShopFailure } from '../../port.ts'
import { getJson } from '../rest-client.ts'
import {
  describeFailure,
  reportCorrect,
  reportWrong,
  runSetupStep,
  type SetupContext,
} from './setup-context.ts'

const storeSchema = z.object({
  name: z.string(),
  currency: z.string(),
  is_price_entered_with_tax: z.boolean(),
})
const timeSchema = z.object({ time: z.number() })

/** The platform accepts a sign-in link for 30 seconds only. */
const maxClockDifference = 15

/** Checks the store and the clock; false when the store does not answer us, so that nothing else can be said of it. */
export async function checkStore(ctx: SetupContext): Promise<boolean> {
  try {
    const store = await getJson(ctx.rest, storeSchema, '/v2/store')
    reportCorrect(ctx, 'store', `${store.name} (${ctx.request.storeHash})`)
    const entered = store.is_price_entered_with_tax ? 'including' : 'without'
    reportCorrect(ctx, 'prices', `are entered ${entered} tax; guests see and pay them with tax`)
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    reportWrong(ctx, 'store', describeFailure(error))
    // A token without this scope is a token nevertheless.
    return error.kind === 'auth' && !ctx.isTokenRefused
  }
  await runSetupStep(ctx, 'clock', () => checkClock(ctx))
  return true
}

async function checkClock(ctx: SetupContext): Promise<void> {
  const difference = Math.round(
    (await getJson(ctx.rest, timeSchema, '/v2/time')).time - ctx.now.getTime() / 1000,
  )
  if (Math.abs(difference) <= maxClockDifference) reportCorrect(ctx, 'clock', 'agrees with the store')
  else
    reportWrong(
      ctx,
      'clock',
      `${Math.abs(difference)} seconds apart from the store; sign-in links would not work`,
    )
}
