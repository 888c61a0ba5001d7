import { html, raw } from 'hono/html'
import type { CartLine } from '../carts/cart-lines.ts'
import { groupGiftSku } from '../catalogue/cards.ts'
import type { LiveCatalogue, LiveProduct } from '../catalogue/live-catalogue.ts'
import { logFailure } from '../log.ts'
import { formatPrice } from '../money.ts'
import { shopAddress } from '../orders/delivery.ts'
import type { CartNote, Store } from '../store.ts'
import type { MessageKey } from './messages.ts'
import type { Html, PageContext } from './page-context.ts'

/** What is bought, for the checkout and the page of an order. */
export type SummaryLine = Pick<CartLine, 'productId' | 'name' | 'sku' | 'priceCents' | 'quantity' | 'options'>

/** What the program that made a cart says of it. Without an answer the checkout goes on as well. */
export async function readCartNote(store: Store, cartId: string): Promise<CartNote | null> {
  try {
    return (await store.cartNotes?.(cartId)) ?? null
  } catch (error) {
    logFailure('cart note failed', error)
    return null
  }
}

/** For whom the cart is, what is bought with its pictures, and the words that go with it. */
export async function renderSummary(
  ctx: PageContext,
  lines: SummaryLine[],
  note: CartNote | null = null,
  title = ctx.t('cart'),
): Promise<Html> {
  const liveCatalogue = await ctx.store.liveCatalogue()
  const total = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
  const heading = note ? ctx.t('giftFor', note.recipient) : title
  return html`<section class="summary" aria-labelledby="summary"><h2 id="summary">${heading}</h2>
<ul>${lines.map(
    line => html`<li>${linePicture(ctx, liveCatalogue, line)}
<span>${line.name}<br><span class="soft">${lineFacts(ctx, liveCatalogue, line)}</span></span>
<span class="price">${formatPrice(line.priceCents * line.quantity, ctx.language)}</span></li>`,
  )}</ul>
<p class="total"><span>${ctx.t('total')}</span><span class="price">${formatPrice(total, ctx.language)}</span></p>
${note?.words.map(words => html`<blockquote>${words}</blockquote>`) ?? ''}
</section>`
}

/** The picture of a line's product, of a share that of the gift that it goes to. */
function linePicture(ctx: PageContext, { products }: LiveCatalogue, line: SummaryLine): Html {
  const named = line.sku === groupGiftSku ? Number(line.options[0]?.value) : line.productId
  const product = products.get(named) ?? products.get(line.productId)
  const picture = product?.image
    ? html`<img src="${ctx.url(`/images/${product.image}`)}" alt="" width="64" height="64">`
    : ''
  return html`<span class="tile tile-${product?.tile ?? 0}">${picture}</span>`
}

/** What was chosen on a line and how many; one gift of money is no quantity. */
function lineFacts(ctx: PageContext, { products }: LiveCatalogue, line: SummaryLine): string {
  const isOneGift = line.quantity === 1 && isMoney(products.get(line.productId))
  return [...chosenOptionTexts(line), ...(isOneGift ? [] : [ctx.t('pieces', line.quantity)])].join(' · ')
}

/** What was chosen on a line; the texts of the group gift are references for programs. */
export function chosenOptionTexts({ options, sku }: Pick<SummaryLine, 'options' | 'sku'>): string[] {
  const chosen = options.filter(option => option.valueId !== 0 || sku !== groupGiftSku)
  return chosen.map(({ name, value }) => `${name}: ${value}`)
}

/** A contribution or a gift card: money that is given, and no parcel that can be sent back. */
export const isMoney = (product: Pick<LiveProduct, 'sku' | 'type'> | undefined): boolean =>
  product?.sku === groupGiftSku || product?.type === 'giftcertificate'

/** What a buyer wants to know before they pay: goods can be sent back, a contract about money be left. */
export async function helpList(ctx: PageContext, lines: SummaryLine[]): Promise<Html> {
  const { products } = await ctx.store.liveCatalogue()
  const areMoney = lines.map(line => isMoney(products.get(line.productId)))
  const phone = shopAddress.phone
  const policy = ctx.url('/payment-delivery-returns-policy')
  const right = (help: MessageKey, link: MessageKey) =>
    html`<li>${ctx.t(help)} <a href="${policy}">${ctx.t(link)}</a></li>`
  return html`<ul class="help-list">
${areMoney.includes(false) ? right('returnsHelp', 'returns') : ''}
${areMoney.includes(true) ? right('withdrawalHelp', 'withdrawal') : ''}
<li>${ctx.t('phoneHelp')} <a href="tel:${phone}">${raw(phone.replace(/^(\+\d\d)(\d{3})(\d{3})(\d{4})$/, '$1&nbsp;$2&nbsp;$3&nbsp;$4'))}</a></li>
</ul>`
}
