import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'
import { shopPagePaths, shopSectionPaths } from './site/content/rules.ts'

/** The pages that show the shop's own text, and what lies below some of them. */
const shopPages = [
  ...shopPagePaths
    .filter(path => path !== '/contact-us')
    .map(path => route(path.slice(1), 'site/content/pages/content-page.tsx', { id: `shop${path}` })),
  ...shopSectionPaths.map(path =>
    route(`${path.slice(1)}/*`, 'site/content/pages/articles-page.tsx', { id: `shop${path}/*` }),
  ),
]

/** Every page of the site, one line each. */
export default [
  index('site/home/pages/home-page.tsx'),
  route('login', 'account/session/pages/login-page.tsx'),
  route('register', 'account/registration/pages/register-page.tsx'),
  route('logout', 'account/session/pages/logout-page.tsx'),
  route('forgot-password', 'account/password-reset/pages/forgot-password-page.tsx'),
  route('reset-password', 'account/password-reset/pages/reset-password-page.tsx'),
  route('email-confirmation', 'account/email-confirmation/pages/email-confirmation-page.tsx'),
  route('email-change', 'account/email-change/pages/confirm-email-change-page.tsx'),
  route('email-change/stop', 'account/email-change/pages/stop-email-change-page.tsx'),
  route('settings', 'account/settings/pages/settings-page.tsx'),
  route('settings/update-password', 'account/password/pages/update-password-page.tsx'),
  route('settings/email', 'account/email-change/pages/email-change-page.tsx'),
  route('settings/deactivate', 'account/deletion/pages/deactivate-page.tsx'),
  route('settings/download', 'account/data-export/pages/data-export-file.ts'),
  route('create-registry/:eventType?', 'registry/registry/pages/create-registry-page.tsx'),
  route('find-registry/:eventType?', 'registry/search/pages/find-registry-page.tsx', { id: 'find-registry' }),
  route('search', 'registry/search/pages/find-registry-page.tsx', { id: 'search' }),
  route('my-registries', 'registry/registry/pages/my-registries-page.tsx'),
  route('registry/:id/add', 'gift/wish/pages/add-gifts-page.tsx', [
    route(':productId', 'gift/wish/pages/wish-dialog-page.tsx'),
  ]),
  layout('registry/registry/pages/host-layout.tsx', [
    route('registry/:id/gifts', 'gift/manage/pages/manage-gifts-page.tsx'),
    route('registry/:id/gifts-received', 'checkout/received/pages/gifts-received-page.tsx'),
    ...prefix('registry/:id/edit', [
      index('registry/settings/pages/edit-details-page.tsx'),
      route('registry-url', 'registry/settings/pages/edit-url-page.tsx'),
      route('registry-shipping-address', 'registry/settings/pages/edit-address-page.tsx'),
      route('guests', 'invitation/guests/pages/guests-page.tsx'),
      route('invitation-settings', 'invitation/sending/pages/invitation-page.tsx'),
      route('privacy-settings', 'registry/settings/pages/edit-privacy-page.tsx'),
      route('co-host', 'registry/co-host/pages/edit-co-host-page.tsx'),
      route('collected-gift-cards', 'giftcard/collected/pages/collected-gift-cards-page.tsx'),
      route('collected-gift-cards/statement', 'giftcard/statement/pages/statement-page.tsx'),
    ]),
  ]),
  route('registry/:id/edit/collected-gift-cards/statement/csv', 'giftcard/statement/pages/statement-file.ts'),
  route('registry/:id/gifts-received/table', 'checkout/received/pages/gifts-received-file.ts'),
  route('registry/:id/guest-list', 'invitation/guests/pages/guest-list-file.ts'),
  route('registry/:id/cards', 'invitation/share/pages/cards-page.tsx'),
  route('registry/:id/gift-card/:card', 'giftcard/payout/pages/printed-card-page.tsx'),
  route('registry/:id/qr', 'invitation/share/pages/qr-file.ts'),
  route('registry/:id/calendar', 'invitation/share/pages/calendar-file.ts'),
  route('registry/:id', 'registry/registry/pages/registry-page.tsx', [
    route('share', 'invitation/share/pages/share-page.tsx'),
    route(':productId', 'gift/gift/pages/gift-dialog-page.tsx'),
  ]),
  route('co-host/:token', 'registry/co-host/pages/accept-co-host-page.tsx'),
  route('reply/:token', 'invitation/reply/pages/reply-page.tsx'),
  route('reply/:token/gifts', 'invitation/reply/pages/gifts-redirect.ts'),
  route('stop-invitations/:token', 'invitation/unsubscribe/pages/unsubscribe-page.tsx'),
  route('cart', 'checkout/cart/pages/cart-page.tsx'),
  route('thank-you/:reference', 'checkout/hand-off/pages/thank-you-page.tsx'),
  route('my-gift', 'checkout/my-gift/pages/my-gift-page.tsx'),
  route('my-gift/:token', 'checkout/my-gift/pages/my-gift-link.ts'),
  route('categories', 'site/menus/pages/categories-page.tsx'),
  route('menus/:language/:version', 'site/menus/pages/menus-file.ts'),
  route('contact-us', 'site/contact/pages/contact-page.tsx'),
  route('status', 'site/status/pages/status-page.tsx'),
  layout('staff/session/pages/staff-layout.tsx', [
    route('staff/login', 'staff/session/pages/staff-login-page.tsx'),
    route('staff/invitation', 'staff/people/pages/staff-invitation-page.tsx'),
    route('staff/sessions', 'staff/session/pages/staff-sessions-page.tsx'),
    route('staff/search', 'staff/search/pages/staff-search-page.tsx'),
    route('staff/audit', 'staff/audit/pages/staff-audit-page.tsx'),
  ]),
  route('staff/audit/csv', 'staff/audit/pages/staff-audit-file.ts'),
  route('staff', 'staff/session/pages/staff-home.ts'),
  route('staff/logout', 'staff/session/pages/staff-logout.ts'),
  ...shopPages,
  route('cookie-choices', 'site/consent/pages/cookie-choices-page.tsx'),
  route('announcement', 'site/announcement/pages/announcement-page.tsx'),
  route(':eventType', 'site/home/pages/landing-page.tsx', { id: 'event-type' }),
  route('404', 'site/errors/pages/not-found-page.tsx', { id: '404' }),
  route('*', 'site/errors/pages/not-found-page.tsx', { id: 'anything-else' }),
] satisfies RouteConfig
