import { createHash } from 'node:crypto'
import { languages } from '../../base/language.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { maxListedPictures } from '../letters.ts'
import { sanitizeShopHtml } from './html-rules.ts'
import { shopPagePaths, shopSectionPaths } from './rules.ts'
import { loadLinkTarget, readShopPage } from './service.ts'

/** Tells staff of the pictures in the shop's texts that our pages leave out, once for each list of them (R1203). */
export async function tellOfDroppedPictures(ctx: JobContext): Promise<void> {
  const dropped = new Map<string, { page: string; picture: string }>()
  for (const language of languages)
    for (const path of [...shopPagePaths, ...shopSectionPaths]) {
      const target = await loadLinkTarget(ctx, language)
      const page = await readShopPage(ctx, path, language).catch(() => null)
      const drop = (address: string) => dropped.set(`${path} ${address}`, { page: path, picture: address })
      for (const { html } of page ? [page, ...page.children] : []) sanitizeShopHtml(html, target, drop)
    }
  if (dropped.size === 0) return
  const list = createHash('sha256')
    .update([...dropped.keys()].sort().join('\n'))
    .digest('base64url')
  await ctx.db.transaction().execute(tx =>
    ctx.tellStaff(tx, {
      cause: `pictures-left-out:${list}`,
      template: 'pictures-left-out',
      props: { pictures: [...dropped.values()].slice(0, maxListedPictures) },
    }),
  )
}
