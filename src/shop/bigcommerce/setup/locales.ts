import { z } from 'zod'
import { defaultLanguage } from '../../../base/language.ts'
import { parseReply } from '../wire.ts'
import { storeChannels } from './channels.ts'
import { reportCorrect, reportWrong, runSetupStep, type SetupContext } from './setup-context.ts'
import { queryChannel } from './storefront-tokens.ts'

const localesSchema = z.object({
  data: z.object({
    site: z.object({
      settings: z
        .object({ locales: z.array(z.object({ code: z.string(), isDefault: z.boolean() })) })
        .nullable(),
    }),
  }),
})

/** Checks that a channel for both languages has them; without one its texts would come in the first language, unnoticed. */
export async function checkLocales(ctx: SetupContext, tokens: Map<number, string>): Promise<void> {
  for (const { id, languages } of storeChannels(ctx)) {
    const token = tokens.get(id)
    if (languages.length === 1 || token === undefined) continue
    const name = `channel ${id}: languages`
    await runSetupStep(ctx, name, async () => {
      const query = 'query Locales { site { settings { locales { code isDefault } } } }'
      const { data } = parseReply(localesSchema, await queryChannel(ctx, id, token, query), 'Locales')
      const locales = data.site.settings?.locales ?? []
      const codes = locales.map(({ code }) => code)
      // What is asked for in another language comes in the default one.
      const missing = languages.filter(language => language !== defaultLanguage && !codes.includes(language))
      if (missing.length === 0) return reportCorrect(ctx, name, codes.join(', '))
      reportWrong(
        ctx,
        name,
        `has no texts in ${missing.join(', ')}; add the language in the store's settings`,
      )
    })
  }
}
