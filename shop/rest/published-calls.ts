/** The calls that the platform publishes, for those that are not served here: a path and its methods. */
const published = `
/v2/banners GET POST DELETE
/v2/banners/:id GET PUT DELETE
/v2/banners/count GET
/v2/coupons GET POST DELETE
/v2/coupons/:id PUT DELETE
/v2/coupons/count GET
/v2/gift_certificates GET POST DELETE
/v2/gift_certificates/:id GET PUT DELETE
/v2/order_statuses GET
/v2/order_statuses/:id GET
/v2/orders GET POST DELETE
/v2/orders/:id GET PUT DELETE
/v2/orders/:id/consignments GET
/v2/orders/:id/consignments/shipping/:id/shipping_quotes GET
/v2/orders/:id/coupons GET
/v2/orders/:id/fees GET
/v2/orders/:id/messages GET
/v2/orders/:id/products GET
/v2/orders/:id/products/:id GET
/v2/orders/:id/shipments GET POST DELETE
/v2/orders/:id/shipments/:id GET PUT DELETE
/v2/orders/:id/shipments/count GET
/v2/orders/:id/shipping_addresses GET
/v2/orders/:id/shipping_addresses/:id GET PUT
/v2/orders/:id/shipping_addresses/:id/shipping_quotes GET
/v2/orders/:id/taxes GET
/v2/orders/count GET
/v2/store GET
/v2/tax_classes GET
/v2/tax_classes/:id GET
/v2/time GET
/v3/carts POST
/v3/carts/:id GET PUT DELETE
/v3/carts/:id/items POST
/v3/carts/:id/items/:id PUT DELETE
/v3/carts/:id/metafields GET POST
/v3/carts/:id/metafields/:id GET PUT DELETE
/v3/carts/:id/redirect_urls POST
/v3/carts/metafields GET POST PUT DELETE
/v3/carts/settings GET PUT
/v3/carts/settings/channels/:id GET PUT
/v3/catalog/brands GET POST DELETE
/v3/catalog/brands/:id GET PUT DELETE
/v3/catalog/brands/:id/image POST DELETE
/v3/catalog/brands/:id/metafields GET POST
/v3/catalog/brands/:id/metafields/:id GET PUT DELETE
/v3/catalog/brands/metafields GET POST PUT DELETE
/v3/catalog/categories GET POST DELETE
/v3/catalog/categories/:id GET PUT DELETE
/v3/catalog/categories/:id/image POST DELETE
/v3/catalog/categories/:id/metafields GET POST
/v3/catalog/categories/:id/metafields/:id GET PUT DELETE
/v3/catalog/categories/:id/products/sort-order GET PUT
/v3/catalog/categories/metafields GET POST PUT DELETE
/v3/catalog/products GET POST PUT DELETE
/v3/catalog/products/:id GET PUT DELETE
/v3/catalog/products/:id/bulk-pricing-rules GET POST
/v3/catalog/products/:id/bulk-pricing-rules/:id GET PUT DELETE
/v3/catalog/products/:id/complex-rules GET POST
/v3/catalog/products/:id/complex-rules/:id GET PUT DELETE
/v3/catalog/products/:id/custom-fields GET POST
/v3/catalog/products/:id/custom-fields/:id GET PUT DELETE
/v3/catalog/products/:id/images GET POST
/v3/catalog/products/:id/images/:id GET PUT DELETE
/v3/catalog/products/:id/metafields GET POST
/v3/catalog/products/:id/metafields/:id GET PUT DELETE
/v3/catalog/products/:id/modifiers GET POST
/v3/catalog/products/:id/modifiers/:id GET PUT DELETE
/v3/catalog/products/:id/modifiers/:id/values GET POST
/v3/catalog/products/:id/modifiers/:id/values/:id GET PUT DELETE
/v3/catalog/products/:id/modifiers/:id/values/:id/image POST
/v3/catalog/products/:id/reviews GET POST
/v3/catalog/products/:id/reviews/:id GET PUT DELETE
/v3/catalog/products/:id/variants GET POST
/v3/catalog/products/:id/variants/:id GET PUT DELETE
/v3/catalog/products/:id/variants/:id/image POST
/v3/catalog/products/:id/variants/:id/metafields GET POST
/v3/catalog/products/:id/variants/:id/metafields/:id GET PUT DELETE
/v3/catalog/products/:id/videos GET POST
/v3/catalog/products/:id/videos/:id GET PUT DELETE
/v3/catalog/products/category-assignments GET PUT DELETE
/v3/catalog/products/channel-assignments GET PUT DELETE
/v3/catalog/products/metafields GET POST PUT DELETE
/v3/catalog/summary GET
/v3/catalog/trees GET PUT DELETE
/v3/catalog/trees/:id/categories GET
/v3/catalog/trees/categories GET POST PUT DELETE
/v3/catalog/variants GET PUT
/v3/catalog/variants/metafields GET POST PUT DELETE
/v3/channels GET POST
/v3/channels/:id GET PUT
/v3/channels/:id/active-theme GET
/v3/channels/:id/channel-menus GET POST DELETE
/v3/channels/:id/currency-assignments GET POST PUT DELETE
/v3/channels/:id/listings GET POST PUT
/v3/channels/:id/listings/:id GET
/v3/channels/:id/metafields GET POST
/v3/channels/:id/metafields/:id GET PUT DELETE
/v3/channels/:id/site GET POST PUT DELETE
/v3/channels/:id/site/checkout-url PUT DELETE
/v3/channels/currency-assignments GET POST PUT
/v3/channels/metafields GET POST PUT DELETE
/v3/checkouts/:id GET PUT
/v3/checkouts/:id/billing-address POST
/v3/checkouts/:id/billing-address/:id PUT
/v3/checkouts/:id/consignments POST
/v3/checkouts/:id/consignments/:id PUT DELETE
/v3/checkouts/:id/coupons POST
/v3/checkouts/:id/coupons/:id DELETE
/v3/checkouts/:id/discounts POST
/v3/checkouts/:id/fees POST PUT DELETE
/v3/checkouts/:id/orders POST
/v3/checkouts/:id/token POST
/v3/checkouts/settings GET PUT
/v3/checkouts/settings/channels/:id GET PUT
/v3/content/pages GET POST PUT DELETE
/v3/content/pages/:id GET PUT DELETE
/v3/content/scripts GET POST
/v3/content/scripts/:id GET PUT DELETE
/v3/customers GET POST PUT DELETE
/v3/customers/:id/consent GET PUT
/v3/customers/:id/metafields GET POST
/v3/customers/:id/metafields/:id GET PUT DELETE
/v3/customers/:id/stored-instruments GET
/v3/customers/addresses GET POST PUT DELETE
/v3/customers/attribute-values GET PUT DELETE
/v3/customers/attributes GET POST PUT DELETE
/v3/customers/form-field-values GET PUT
/v3/customers/metafields GET POST PUT DELETE
/v3/customers/settings GET PUT
/v3/customers/settings/channels/:id GET PUT
/v3/customers/subscribers GET POST DELETE
/v3/customers/subscribers/:id GET PUT DELETE
/v3/customers/validate-credentials POST
/v3/hooks GET POST
/v3/hooks/:id GET PUT DELETE
/v3/hooks/admin GET PUT
/v3/orders/:id/metafields GET POST
/v3/orders/:id/metafields/:id GET PUT DELETE
/v3/orders/:id/payment_actions/capture POST
/v3/orders/:id/payment_actions/refund_quotes POST
/v3/orders/:id/payment_actions/refunds GET POST
/v3/orders/:id/payment_actions/void POST
/v3/orders/:id/transactions GET
/v3/orders/metafields GET POST PUT DELETE
/v3/orders/payment_actions/refunds GET
/v3/orders/payment_actions/refunds/:id GET
/v3/orders/settings GET PUT
/v3/orders/settings/channels/:id GET PUT
/v3/promotions GET POST DELETE
/v3/promotions/:id GET PUT DELETE
/v3/promotions/:id/codegen POST
/v3/promotions/:id/codes GET POST DELETE
/v3/promotions/:id/codes/:id DELETE
/v3/promotions/codes GET DELETE
/v3/sites GET POST
/v3/sites/:id GET PUT DELETE
/v3/sites/:id/certificate GET PUT
/v3/sites/:id/routes GET POST PUT
/v3/sites/:id/routes/:id GET PUT DELETE
/v3/sites/certificates GET
/v3/storefront/api-token POST DELETE
/v3/storefront/api-token-customer-impersonation POST
/v3/storefront/api-token-private POST
/v3/tax/rates GET POST PUT DELETE
/v3/tax/zones GET POST PUT DELETE
`

/** Every published path with its methods. */
export const publishedCalls = published
  .trim()
  .split('\n')
  .map(line => {
    const [path = '', ...methods] = line.split(' ')
    return { path, methods }
  })
