import { html, raw } from 'hono/html'
import { catalogue } from '../catalogue/index.ts'
import type { Category, Page } from '../catalogue/types.ts'
import { search, sorted } from '../graphql/search.ts'
import { price } from '../money.ts'
import {
  brandName,
  categoriesUnder,
  categoryPath,
  currentPrice,
  type Item,
  purchasable,
  type Shelf,
  trailOf,
} from '../shelf.ts'
import { type Desk, field, type Html, page } from './layout.ts'

const ON_ONE_PAGE = 48

/** The front page: what the shop puts forward. */
export function homePage(d: Desk, shelf: Shelf): Promise<Response> {
  const items = sorted(shelf.visible, 'FEATURED', d.language).slice(0, 24)
  return page(d, { title: d.t('home'), body: html`<h1>${d.t('featured')}</h1>${goods(d, items)}` })
}

export function categoryPage(d: Desk, shelf: Shelf, category: Category): Promise<Response> {
  const items = search(shelf, d.language, { categoryEntityId: category.id, searchSubCategories: true })
  const name = category.name[d.language]
  return page(d, {
    title: name,
    body: html`${trail(d, category.parent)}<h1>${name}</h1>
<p class="text">${category.description[d.language]}</p>
<nav>${categoriesUnder(category.id).map(
      child => html`<a href="${d.to(categoryPath(child.id))}">${child.name[d.language]}</a> `,
    )}</nav>
<h2>${d.t('all')}</h2>${goods(d, items)}`,
  })
}

export function searchPage(d: Desk, shelf: Shelf): Promise<Response> {
  const searchTerm = (d.c.req.query('search_query') ?? '').slice(0, 200)
  const items = search(shelf, d.language, { searchTerm })
  const title = d.t('searchFor', searchTerm)
  return page(d, {
    title,
    body: html`<h1>${title}</h1>${items.length > 0 ? goods(d, items) : html`<p>${d.t('noResults')}</p><p><a class="button" href="${d.to('/')}">${d.t('continue')}</a></p>`}`,
  })
}

function trail(d: Desk, category: number): Html {
  return html`<p class="trail"><a href="${d.to('/')}">${d.t('home')}</a>${trailOf(category).map(
    step => html` / <a href="${d.to(categoryPath(step.id))}">${step.name[d.language]}</a>`,
  )}</p>`
}

function goods(d: Desk, items: Item[]): Html {
  return html`<ul class="goods">${items.slice(0, ON_ONE_PAGE).map(
    item => html`<li><a href="${d.to(`/${item.slug}/`)}">${tile(d, item)}
<span class="brand">${brandName(item.brand)}</span><br>${item.name[d.language]}<br>${priceOf(d, item)}</a></li>`,
  )}</ul>`
}

const tile = (d: Desk, item: Item): Html =>
  html`<span class="tile tile-${item.tile}"><img src="${d.to(`/images/${item.image}.webp`)}" alt="" width="256" height="256" loading="lazy"></span>`

function priceOf(d: Desk, item: Item): Html {
  const all = item.variants.map(variant => currentPrice(item, variant))
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const range =
    low === high ? price(low, d.language) : `${price(low, d.language)} – ${price(high, d.language)}`
  if (item.saleCents === undefined || item.lowest30dCents === undefined)
    return html`<span class="price">${range}</span>`
  // The old price is struck only beside the lowest of the last 30 days (directive 98/6/EC, article 6a).
  return html`<span class="price"><del>${price(item.priceCents, d.language)}</del> ${range}</span>
<span class="soft">${d.t('lowest')}: ${price(item.lowest30dCents, d.language)}</span>`
}

/** A product with its options and the way into the cart. */
export function productPage(d: Desk, item: Item, problem = ''): Promise<Response> {
  const name = item.name[d.language]
  const open = item.variants.some(variant => purchasable(item, variant))
  return page(d, {
    title: name,
    status: problem ? 422 : 200,
    body: html`${trail(d, item.categories[0] ?? 0)}
${problem ? html`<p class="notice" role="alert">${problem}</p>` : ''}
<div class="product"><div>${tile(d, item)}</div><div>
<span class="brand">${brandName(item.brand)}</span>
<h1>${name}</h1>
<p>${priceOf(d, item)}</p>
<div class="text">${raw(item.description[d.language])}</div>
${open ? buyForm(d, item) : html`<p>${d.t('outOfStock')}</p>`}
</div></div>`,
  })
}

function buyForm(d: Desk, item: Item): Html {
  return html`<form method="post" action="${d.to('/cart.php')}">
<input type="hidden" name="action" value="add"><input type="hidden" name="product" value="${item.id}">
${item.options.map(
  option => html`<label for="option-${option.id}">${option.name[d.language]}</label>
<select id="option-${option.id}" name="option-${option.id}" required>
<option value="">${d.t('choose')}</option>
${option.values.map(value => html`<option value="${value.id}">${value.label[d.language]}</option>`)}
</select>`,
)}
${(item.modifiers ?? []).map(modifier =>
  field(`option-${modifier.id}`, modifier.name[d.language], { required: modifier.required }),
)}
<label for="quantity">${d.t('quantity')}</label>
<input id="quantity" name="quantity" type="number" min="1" max="99" value="1">
<p><button>${d.t('add')}</button></p>
</form>`
}

/** A page of words and the pages below it; its HTML is the shop's own. */
export function wordsPage(d: Desk, words: Page): Promise<Response> {
  const title = words.title[d.language]
  const below = catalogue.pages.filter(({ parent }) => parent === words.id)
  return page(d, {
    title,
    body: html`<article class="text"><h1>${title}</h1>${raw(withPictures(d, words.body[d.language]))}
${below.length === 0 ? '' : html`<ul>${below.map(child => html`<li><a href="${d.to(child.path)}">${child.title[d.language]}</a></li>`)}</ul>`}</article>`,
  })
}

/** Its pictures are named from the shop's own root. */
function withPictures(d: Desk, body: string): string {
  return body.replaceAll('src="/images/', `src="${d.to('/images/')}`)
}

export function messagePage(
  d: Desk,
  status: 200 | 400 | 403 | 404 | 410 | 500,
  title: string,
  help = '',
): Promise<Response> {
  return page(d, {
    title,
    status,
    body: html`<h1>${title}</h1><p>${help}</p><p><a class="button" href="${d.to('/')}">${d.t('continue')}</a></p>`,
  })
}
