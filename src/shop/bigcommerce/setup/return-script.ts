import { z } from 'zod'
import { afterPayingScript } from '../../port.ts'
import { getJson, type RestClient } from '../rest-client.ts'
import { ignoredReplySchema } from '../wire.ts'
import { rowListOf } from '../wire-rows.ts'
import { ensure, runSetupStep, type SetupContext, storeChannels } from './setup-context.ts'

const scriptSchema = z.object({
  uuid: z.string().catch(''),
  src: z.string().catch(''),
  enabled: z.boolean().catch(true),
})
const scriptsSchema = z.object({ data: rowListOf('scripts', scriptSchema) })

/**
 * Puts the script that leads givers back after paying on the order pages of each channel (R427). One that the merchant has
 * switched off stays so.
 */
export async function setUpReturnScripts(ctx: SetupContext): Promise<void> {
  for (const { id: channel } of storeChannels(ctx)) {
    const name = `way back after paying, channel ${channel}`
    await runSetupStep(ctx, name, () =>
      ensure(ctx, {
        name,
        find: async () => {
          const src = ctx.request.siteUrl + afterPayingScript
          return (await findReturnScripts(ctx.rest, channel)).find(script => script.src === src) ?? null
        },
        describe: ({ enabled }) =>
          enabled ? 'givers come back by themselves' : 'switched off in the store, and left so',
        missing: 'a script on the order page that leads givers back; it can be switched off in the store',
        make: async () => {
          await makeReturnScript(ctx.rest, ctx.request.siteUrl, channel)
          return { enabled: true }
        },
      }),
    )
  }
}

/** The scripts of a channel that lead back to a registry, wherever that is and whatever their state. */
async function findReturnScripts(rest: RestClient, channel: number) {
  const path = `/v3/content/scripts?limit=250&channel_id:in=${channel}`
  const { data } = await getJson(rest, scriptsSchema, path)
  return data.filter(({ src }) => src.endsWith(afterPayingScript))
}

/** For a store with one registry: makes the script of a channel, or leads that of a former address to this one. */
export async function moveReturnScript(rest: RestClient, siteUrl: string, channel: number): Promise<void> {
  const src = siteUrl + afterPayingScript
  const [first, ...others] = await findReturnScripts(rest, channel)
  if (!first) return makeReturnScript(rest, siteUrl, channel)
  const change = ({ uuid }: typeof first, body: object) =>
    rest(ignoredReplySchema, {
      method: 'PUT',
      path: `/v3/content/scripts/${uuid}`,
      body,
      repeatable: true,
    })
  if (first.src !== src) await change(first, { src })
  for (const other of others.filter(({ enabled }) => enabled)) await change(other, { enabled: false })
}

async function makeReturnScript(rest: RestClient, siteUrl: string, channel: number): Promise<void> {
  const body = {
    name: 'Gift registry: back after paying',
    description: 'Leads whoever gave a gift of a registry back to it. Without data of the order.',
    kind: 'src',
    src: siteUrl + afterPayingScript,
    load_method: 'default',
    location: 'footer',
    visibility: 'order_confirmation',
    consent_category: 'essential',
    auto_uninstall: true,
    channel_id: channel,
  }
  await rest(ignoredReplySchema, {
    method: 'POST',
    path: '/v3/content/scripts',
    body,
    repeatable: false,
  })
}
