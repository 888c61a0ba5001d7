import { maxListedChildren } from '../port-catalogue.ts'

// The Storefront GraphQL documents of the merchant's pages and blog. None uses a deprecated field.

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
