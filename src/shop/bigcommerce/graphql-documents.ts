/**
 * Every Storefront GraphQL document of the product. No deprecated field; at most 50 products a query; nested
 * lists are short, because the platform's complexity limit (10,000) multiplies page sizes.
 */

const variantFields = `
  fragment variantFields on Variant {
    entityId
    sku
    isPurchasable
    prices(includeTax: true) { price { value } }
    defaultImage { url(width: 640) }
    options(first: 5) {
      edges { node { entityId displayName values(first: 1) { edges { node { entityId label } } } } }
    }
  }`

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
    prices(includeTax: true) { priceRange { max { value } } }
    categories(first: 10) { edges { node { entityId } } }
    availabilityV2 { status }
    inventory { isInStock }
  }`

/** Variants that come with a product in a list; the few products with more are asked one by one. */
const firstVariants = `
  fragment firstVariants on Product {
    variants(first: 3) { pageInfo { hasNextPage endCursor } edges { node { ...variantFields } } }
  }`

export const cataloguePageQuery = `
  query Catalogue($after: String) {
    site {
      products(first: 50, after: $after) {
        pageInfo { hasNextPage endCursor }
        edges { node { ...productFields ...firstVariants } }
      }
    }
  }${productFields}${firstVariants}${variantFields}`

export const productsByIdsQuery = `
  query ProductsByIds($ids: [Int!]) {
    site {
      products(entityIds: $ids, first: 50) {
        pageInfo { hasNextPage endCursor }
        edges { node { ...productFields ...firstVariants } }
      }
    }
  }${productFields}${firstVariants}${variantFields}`

export const moreVariantsQuery = `
  query MoreVariants($id: Int!, $after: String) {
    site {
      product(entityId: $id) {
        variants(first: 50, after: $after) { pageInfo { hasNextPage endCursor } edges { node { ...variantFields } } }
      }
    }
  }${variantFields}`

export const productDetailsQuery = `
  query ProductDetails($id: Int!) {
    site {
      product(entityId: $id) {
        ...productFields
        images(first: 12) { edges { node { url(width: 1280) } } }
        productOptions(first: 10) {
          edges {
            node {
              entityId
              displayName
              isVariantOption
              ... on MultipleChoiceOption {
                values(first: 50) {
                  edges { node { entityId label ... on SwatchOptionValue { hexColors } } }
                }
              }
            }
          }
        }
        variants(first: 50) { pageInfo { hasNextPage endCursor } edges { node { ...variantFields } } }
      }
    }
  }${productFields}${variantFields}`

/** At most 25 products and 25 variants at once. */
export const livePricesQuery = `
  query LivePrices($products: [Int!], $variants: [Int!]) {
    site {
      products(entityIds: $products, first: 25) {
        edges {
          node {
            entityId
            name
            prices(includeTax: true) { priceRange { max { value } } }
            availabilityV2 { status }
            inventory { isInStock }
            variants(entityIds: $variants, first: 25) {
              edges {
                node {
                  entityId
                  isPurchasable
                  prices(includeTax: true) { price { value } }
                  inventory { isInStock }
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
        variants(optionValueIds: $values, first: 1) {
          pageInfo { hasNextPage endCursor }
          edges { node { ...variantFields } }
        }
      }
    }
  }${variantFields}`

export const brandsByIdsQuery = `
  query BrandsByIds($ids: [Int!]) {
    site { brands(entityIds: $ids, first: 50) { edges { node { entityId name path } } } }
  }`

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

/** A picture as wide as the widest column of text, twice over on most phones. */
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
    children(sortBy: SORT_ORDER, first: 50) { ...PageLinks ...texts }
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

/** The blog that the platform has built in, its newest posts first, with what a list shows of each. */
export const blogQuery = `
  query Blog {
    site {
      content {
        blog {
          name
          path
          description
          posts(sort: NEWEST, first: 50) { edges { node { entityId ...postFields } } }
        }
      }
    }
  }${postFields}`
