import { maxListedChildren } from '../port-catalogue.ts'

/*
 * All Storefront GraphQL documents of the connector, one an export: `shop:connect` checks each of them against the store's
 * own schema. None uses a deprecated field. At most 50 products a query, and short nested lists: the platform's complexity
 * limit of 10,000 multiplies page sizes.
 */

/** Prices with tax and without; they are the same where the storefront adds none. */
const listedPrices = `
    prices(includeTax: true) { priceRange { max { currencyCode value } } }
    net: prices(includeTax: false) { priceRange { max { currencyCode value } } }`

const variantFragment = (name: string, options: number) => `
  fragment ${name} on Variant {
    entityId
    sku
    isPurchasable
    inventory { isInStock aggregated { availableToSell } }
    prices(includeTax: true) { price { currencyCode value } }
    defaultImage { url(width: 640) }
    options(first: ${options}) {
      pageInfo { hasNextPage endCursor }
      edges { node { entityId displayName values(first: 1) { edges { node { entityId label } } } } }
    }
  }`
/** As lists of products have them; those of a product with more options are read anew. */
const listedVariantFields = variantFragment('listedVariantFields', 5)
const variantFields = variantFragment('variantFields', 20)

const productFields = `
  fragment productFields on Product {
    entityId
    sku
    type
    name
    path
    description
    brand { name }
    defaultImage { url(width: 640) }
    ${listedPrices}
    categories(first: 10) { edges { node { entityId } } }
    availabilityV2 { status ... on ProductPreOrder { willBeReleasedAt { utc } } }
    minPurchaseQuantity
    maxPurchaseQuantity
    inventory { isInStock hasVariantInventory aggregated { availableToSell } }
    productOptions(first: 10) { pageInfo { hasNextPage endCursor } edges { node { isVariantOption } } }
  }`

/** Variants that come with a product in a list; for the few products with more, the rest is asked one by one. */
const firstVariants = `
  fragment firstVariants on Product {
    variants(first: 3) { pageInfo { hasNextPage endCursor } edges { node { ...listedVariantFields } } }
  }`

const productPage = 'pageInfo { hasNextPage endCursor } edges { node { ...productFields ...firstVariants } }'

export const cataloguePageQuery = `
  query Catalogue($after: String) {
    site { products(first: 50, after: $after) { ${productPage} } }
  }${productFields}${firstVariants}${listedVariantFields}`

export const productsByIdsQuery = `
  query ProductsByIds($ids: [Int!]) {
    site { products(entityIds: $ids, first: 50) { ${productPage} } }
  }${productFields}${firstVariants}${listedVariantFields}`

export const moreVariantsQuery = `
  query MoreVariants($id: Int!, $after: String) {
    site {
      product(entityId: $id) {
        inventory { isInStock hasVariantInventory aggregated { availableToSell } }
        variants(first: 50, after: $after) { pageInfo { hasNextPage endCursor } edges { node { ...variantFields } } }
      }
    }
  }${variantFields}`

const optionFields = `
  fragment optionFields on CatalogProductOption {
    entityId
    displayName
    isVariantOption
    ... on MultipleChoiceOption {
      values(first: 50) {
        pageInfo { hasNextPage endCursor }
        edges { node { entityId label ... on SwatchOptionValue { hexColors } } }
      }
    }
  }`

export const productDetailsQuery = `
  query ProductDetails($id: Int!) {
    site {
      product(entityId: $id) {
        ...productFields
        images(first: 12) { edges { node { url(width: 640) } } }
        productOptions(first: 10) { edges { cursor node { ...optionFields } } }
        variants(first: 50) { pageInfo { hasNextPage endCursor } edges { node { ...variantFields } } }
      }
    }
  }${productFields}${variantFields}${optionFields}`

/** The options after those that came with a product. */
export const moreOptionsQuery = `
  query MoreOptions($id: Int!, $after: String) {
    site {
      product(entityId: $id) {
        productOptions(first: 10, after: $after) {
          pageInfo { hasNextPage endCursor }
          edges { cursor node { ...optionFields } }
        }
      }
    }
  }${optionFields}`

/** More values of the option that comes after `before`: options can't be asked for by their ids. */
export const moreValuesQuery = `
  query MoreValues($id: Int!, $before: String, $after: String) {
    site {
      product(entityId: $id) {
        productOptions(first: 1, after: $before) {
          edges {
            node {
              entityId
              ... on MultipleChoiceOption {
                values(first: 50, after: $after) {
                  pageInfo { hasNextPage endCursor }
                  edges { node { entityId label isDefault ... on SwatchOptionValue { hexColors } } }
                }
              }
            }
          }
        }
      }
    }
  }`

/** The default has another type in each kind, so each has a name of its own. */
const modifierFields = `
  fragment modifierFields on CatalogProductOption {
    __typename
    entityId
    displayName
    isRequired
    isVariantOption
    ... on TextFieldOption { defaultText: defaultValue minLength maxLength }
    ... on MultiLineTextFieldOption { defaultText: defaultValue minLength maxLength maxLines }
    ... on NumberFieldOption { defaultNumber: defaultValue lowest highest isIntegerOnly limitNumberBy }
    ... on DateFieldOption { defaultDate: defaultValue earliest latest limitDateBy }
    ... on CheckboxOption { label checkedByDefault checkedOptionValueEntityId uncheckedOptionValueEntityId }
    ... on MultipleChoiceOption {
      values(first: 50) { pageInfo { hasNextPage endCursor } edges { node { entityId label isDefault } } }
    }
  }`

const optionPage = 'pageInfo { hasNextPage endCursor } edges { cursor node { ...modifierFields } }'

/** At most 5 products at once: each may have ten options with fifty values, which the platform counts one by one. */
export const modifiersOfProductsQuery = `
  query Modifiers($ids: [Int!]) {
    site {
      products(entityIds: $ids, first: 5) {
        edges { node { entityId productOptions(first: 10) { ${optionPage} } } }
      }
    }
  }${modifierFields}`

/** The options of one product after those that were read. */
export const moreModifiersQuery = `
  query MoreModifiers($ids: [Int!], $after: String) {
    site {
      products(entityIds: $ids, first: 1) {
        edges { node { entityId productOptions(first: 50, after: $after) { ${optionPage} } } }
      }
    }
  }${modifierFields}`

/** At most 25 products and 25 variants at once. */
export const livePricesQuery = `
  query LivePrices($products: [Int!], $variants: [Int!]) {
    site {
      products(entityIds: $products, first: 25) {
        edges {
          node {
            entityId
            name
            ${listedPrices}
            availabilityV2 { status }
            minPurchaseQuantity
            maxPurchaseQuantity
            inventory { isInStock hasVariantInventory aggregated { availableToSell } }
            variants(entityIds: $variants, first: 25) {
              edges {
                node {
                  entityId
                  isPurchasable
                  prices(includeTax: true) { price { currencyCode value } }
                  inventory { isInStock aggregated { availableToSell } }
                }
              }
            }
          }
        }
      }
    }
  }`

export const listingOrderPageQuery = `
  query Ranking($sort: SearchProductsSortInput!, $after: String) {
    site {
      search {
        searchProducts(filters: {}, sort: $sort) {
          products(first: 50, after: $after) {
            pageInfo { hasNextPage endCursor }
            edges { node { entityId } }
          }
        }
      }
    }
  }`

export const productSearchQuery = `
  query ProductSearch($filters: SearchProductsFiltersInput!, $sort: SearchProductsSortInput!) {
    site {
      search {
        searchProducts(filters: $filters, sort: $sort) { products(first: 50) { edges { node { entityId } } } }
      }
    }
  }`

export const categoryTreeQuery = `
  query CategoryTree {
    site {
      categoryTree {
        entityId
        name
        path
        children { entityId name path children { entityId name path } }
      }
    }
  }`

/** A variant by its chosen values; `first: 1`, because the values of all options name one. */
export const variantByValuesQuery = `
  query VariantByValues($id: Int!, $values: [OptionValueId!]) {
    site {
      product(entityId: $id) {
        entityId
        ${listedPrices}
        inventory { isInStock hasVariantInventory aggregated { availableToSell } }
        variants(optionValueIds: $values, first: 1) {
          pageInfo { hasNextPage endCursor }
          edges { node { ...variantFields } }
        }
      }
    }
  }${variantFields}`

/** The price of a product as it is chosen: by the values of its options and modifiers. */
export const chosenPriceQuery = `
  query ChosenPrice($id: Int!, $values: [OptionValueId!]) {
    site {
      product(entityId: $id, optionValueIds: $values) {
        entityId
        ${listedPrices}
        chosen: prices(includeTax: true) { price { currencyCode value } }
      }
    }
  }`

export const brandsByIdsQuery = `
  query BrandsByIds($ids: [Int!]) {
    site { brands(entityIds: $ids, first: 50) { edges { node { entityId name path } } } }
  }`

// The merchant's pages and blog.

/** A page as menus name it, of whichever kind it is. */
const pageLinks = `
  fragment PageLinks on PageConnection {
    edges {
      node {
        entityId
        parentEntityId
        name
        ... on NormalPage { path }
        ... on ContactPage { path }
        ... on RawHtmlPage { path }
        ... on BlogIndexPage { path }
        ... on ExternalLinkPage { link }
      }
    }
  }`

export const menuPagesQuery = `
  query MenuPages {
    site {
      content {
        pages(filters: { isVisibleInNavigation: true }, sortBy: SORT_ORDER, first: 50) { ...PageLinks }
      }
    }
  }
  ${pageLinks}`

/** The picture is as wide as the widest column of text, and sharp enough for most phones. */
const postFields = `
  fragment postFields on BlogPost {
    name
    path
    htmlBody
    publishedDate { utc }
    thumbnailImage { url(width: 960) }
  }`

const children = `
  fragment children on WebPage {
    children(sortBy: SORT_ORDER, first: ${maxListedChildren}) { ...PageLinks ...texts }
  }
  fragment texts on PageConnection {
    edges {
      node {
        ... on NormalPage { htmlBody }
        ... on ContactPage { htmlBody }
        ... on RawHtmlPage { htmlBody }
      }
    }
  }
  ${pageLinks}`

export const pageByPathQuery = `
  query PageByPath($path: String!) {
    site {
      route(path: $path) {
        node {
          __typename
          ... on BlogPost { ...postFields }
          ... on NormalPage { name path htmlBody ...children }
          ... on ContactPage { name path htmlBody ...children }
          ... on RawHtmlPage { name path htmlBody ...children }
        }
      }
    }
  }
  ${children}${postFields}`

/** The platform's own blog: its newest posts first. */
export const blogQuery = `
  query Blog {
    site {
      content {
        blog {
          name
          path
          description
          posts(sort: NEWEST, first: ${maxListedChildren}) { edges { node { entityId ...postFields } } }
        }
      }
    }
  }${postFields}`

// What `shop:connect` asks of a channel.

export const channelQuery = `
  query Channel { channel { entityId } }`

export const localesQuery = `
  query Locales { site { settings { locales { code isDefault } } } }`
