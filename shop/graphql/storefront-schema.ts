import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLSchema } from 'graphql'

const publishedFiles = [
  'schema.graphql',
  'catalogue/catalogue.graphql',
  'site/site.graphql',
  'site/visits.graphql',
  'cart/cart.graphql',
  'cart/checkout.graphql',
  'customer/customer.graphql',
]

const readSchema = (files: string[]): string =>
  files.map(file => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n')

export const buildPublishedPart = (): GraphQLSchema => buildSchema(readSchema(publishedFiles))

/** What the shop answers: its part of the published schema, and what the platform added later. */
export const storefrontSchema: GraphQLSchema = buildSchema(readSchema([...publishedFiles, 'later.graphql']))
