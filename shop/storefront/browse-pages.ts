import { html, raw } from 'hono/html'
import { categoryBreadcrumbs, categoryPath, childCategories } from '../catalogue/category-tree.ts'
import { catalogue } from '../catalogue/index.ts'
import {
  currentPriceCents,
  isPurchasable,
  type LiveCatalogue,
  type LiveProduct,
} from '../catalogue/live-catalogue.ts'
import { searchProducts, sortProducts } from '../catalogue/product-search.ts'
import type { Brand, Category, ContentPage } from '../catalogue/types.ts'
import { type Html, type PageContext, renderPage } from './layout.ts'
import { modifierField } from './modifier-fields.ts'

const productsPerPage = 48

/** The home page: featured products. */
export function renderHome(ctx: PageContext, liveCatalogue: LiveCatalogue): Promise<Response> {
  const products = sortProducts(liveCatalogue.visibleProducts, 'FEATURED', ctx.language).slice(0, 24)
  return renderPage(ctx, {
    title: ctx.t('home'),
    body: html`<h1>${ctx.t('featured')}</h1>${productGrid(ctx, products)}`,
  })
}

export function renderCategory(
  ctx: PageContext,
  liveCatalogue: LiveCatalogue,
  category: Category,
): Promise<Response> {
  const products = searchProducts(liveCatalogue, ctx.language, {
    categoryEntityId: category.id,
    searchSubCategories: true,
  })
  const name = category.name[ctx.language]
  return renderPage(ctx, {
    title: name,
    body: html`${breadcrumbs(ctx, category.parent)}<h1>${name}</h1>
<p class="text">${category.description[ctx.language]}</p>
<nav>${childCategories(category.id)
      .filter(({ id }) => liveCatalogue.seesCategory(id))
      .map(
        child => html`<a href="${ctx.url(categoryPath(child.id))}">${child.name[ctx.language]}</a> `,
      )}</nav>
<h2>${ctx.t('all')}</h2>${productGrid(ctx, products)}`,
  })
}

/** A brand with all of its products, the best selling first. */
export function renderBrand(ctx: PageContext, liveCatalogue: LiveCatalogue, brand: Brand): Promise<Response> {
  const products = searchProducts(liveCatalogue, ctx.language, { brandEntityIds: [brand.id] })
  return renderPage(ctx, {
    title: brand.name,
    body: html`<h1>${brand.name}</h1>${productGrid(ctx, sortProducts(products, 'BEST_SELLING', ctx.language))}`,
  })
}

export function renderSearch(ctx: PageContext, liveCatalogue: LiveCatalogue): Promise<Response> {
  const searchTerm = (ctx.hono.req.query('search_query') ?? '').slice(0, 200)
  const products = searchProducts(liveCatalogue, ctx.language, { searchTerm })
  const title = ctx.t('searchFor', searchTerm)
  return renderPage(ctx, {
    title,
    body: html`<h1>${title}</h1>${products.length > 0 ? productGrid(ctx, products) : html`<p>${ctx.t('noResults')}</p><p><a class="button" href="${ctx.url('/')}">${ctx.t('continue')}</a></p>`}`,
  })
}

function breadcrumbs(ctx: PageContext, categoryId: number): Html {
  return html`<p class="trail"><a href="${ctx.url('/')}">${ctx.t('home')}</a>${categoryBreadcrumbs(categoryId).map(ancestor => html` / <a href="${ctx.url(categoryPath(ancestor.id))}">${ancestor.name[ctx.language]}</a>`)}</p>`
}

function productGrid(ctx: PageContext, products: LiveProduct[]): Html {
  return html`<ul class="goods">${products.slice(0, productsPerPage).map(
    product => html`<li><a href="${ctx.url(`/${product.slug}/`)}">${productTile(ctx, product)}
<span class="brand">${product.brandName}</span><br>${product.name[ctx.language]}<br>${priceTag(ctx, product)}</a></li>`,
  )}</ul>`
}

const productTile = (ctx: PageContext, product: LiveProduct): Html =>
  html`<span class="tile tile-${product.tile}">${product.image && html`<img src="${ctx.url(`/images/${product.image}`)}" alt="" width="256" height="256" loading="lazy">`}</span>`

function priceTag(ctx: PageContext, product: LiveProduct): Html {
  const cents = product.variants.map(variant => currentPriceCents(product, variant))
  const [lowest, highest] = [Math.min(...cents), Math.max(...cents)]
  const range = lowest === highest ? ctx.price(lowest) : `${ctx.price(lowest)} – ${ctx.price(highest)}`
  if (product.saleCents === undefined || product.lowest30dCents === undefined)
    return html`<span class="price">${range}</span>`
  // By law a reduced price must show the lowest price of the 30 days before.
  return html`<span class="price"><del>${ctx.price(product.priceCents)}</del> ${range}</span>
<span class="soft">${ctx.t('lowest')}: ${ctx.price(product.lowest30dCents)}</span>`
}

/** A product with its options and the form to add it to the cart. */
export function renderProduct(ctx: PageContext, product: LiveProduct, errorMessage = ''): Promise<Response> {
  const name = product.name[ctx.language]
  const canBuy = product.variants.some(variant => isPurchasable(product, variant))
  return renderPage(ctx, {
    title: name,
    status: errorMessage ? 422 : 200,
    body: html`${breadcrumbs(ctx, product.categories[0] ?? 0)}
${errorMessage ? html`<p class="notice" role="alert">${errorMessage}</p>` : ''}
<div class="product"><div>${productTile(ctx, product)}</div><div>
<span class="brand">${product.brandName}</span>
<h1>${name}</h1>
<p>${priceTag(ctx, product)}</p>
<div class="text">${raw(product.description[ctx.language])}</div>
${canBuy ? addToCartForm(ctx, product) : html`<p>${ctx.t('outOfStock')}</p>`}
</div></div>`,
  })
}

function addToCartForm(ctx: PageContext, product: LiveProduct): Html {
  return html`<form method="post" action="${ctx.url('/cart.php')}">
<input type="hidden" name="action" value="add"><input type="hidden" name="product" value="${product.id}">
${product.options.map(
  option => html`<label for="option-${option.id}">${option.name[ctx.language]}</label>
<select id="option-${option.id}" name="option-${option.id}" required>
<option value="">${ctx.t('choose')}</option>
${option.values.map(value => html`<option value="${value.id}">${value.label[ctx.language]}</option>`)}
</select>`,
)}
${(product.modifiers ?? []).map(modifier => modifierField(ctx, modifier))}
<label for="quantity">${ctx.t('quantity')}</label>
<input id="quantity" name="quantity" type="number" min="${product.minQuantity || 1}" max="${product.maxQuantity || 99}" value="${product.minQuantity || 1}" aria-describedby="quantity-rules">
<p id="quantity-rules" class="soft">${quantityRules(ctx, product)}</p>
<p><button>${ctx.t('add')}</button></p>
</form>`
}

/** How many one order may hold, and how many are left. */
function quantityRules(ctx: PageContext, { minQuantity, maxQuantity, ...product }: LiveProduct): string {
  const left = product.variants.reduce((sum, variant) => sum + (variant.stock ?? 0), 0)
  const rules = [
    minQuantity ? ctx.t('minimum', minQuantity) : '',
    maxQuantity ? ctx.t('maximum', maxQuantity) : '',
    product.stockTracked ? ctx.t('stock', left) : '',
  ]
  return rules.filter(Boolean).join(' · ')
}

/** A content page with links to its child pages; its HTML is the catalogue's. */
export function renderContentPage(ctx: PageContext, contentPage: ContentPage): Promise<Response> {
  const title = contentPage.title[ctx.language]
  const childPages = catalogue.pages.filter(({ parent }) => parent === contentPage.id)
  return renderPage(ctx, {
    title,
    body: html`<article class="text"><h1>${title}</h1>${raw(resolveImagePaths(ctx, contentPage.body[ctx.language]))}
${childPages.length === 0 ? '' : html`<ul>${childPages.map(child => html`<li><a href="${ctx.url(child.path)}">${child.title[ctx.language]}</a></li>`)}</ul>`}</article>`,
  })
}

/** Pictures in the HTML have paths from the shop's root; the shop may be mounted elsewhere. */
function resolveImagePaths(ctx: PageContext, body: string): string {
  return body.replaceAll('src="/images/', `src="${ctx.url('/images/')}`)
}

/** A page with one message and a link back to the shop. */
export function renderMessage(
  ctx: PageContext,
  status: 200 | 400 | 403 | 404 | 410 | 429 | 500,
  title: string,
  help = '',
): Promise<Response> {
  return renderPage(ctx, {
    title,
    status,
    body: html`<h1>${title}</h1><p>${help}</p><p><a class="button" href="${ctx.url('/')}">${ctx.t('continue')}</a></p>`,
  })
}
