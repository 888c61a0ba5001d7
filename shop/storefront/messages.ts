import type { Language } from '../channels.ts'

/** The storefront's texts in English and Greek; `{n}` is replaced by a number, `{x}` by a text. */
const messages = {
  account: ['Account', 'Λογαριασμός'],
  add: ['Add to cart', 'Προσθήκη στο καλάθι'],
  addressOwn: ['My address', 'Στη διεύθυνσή μου'],
  all: ['All products', 'Όλα τα προϊόντα'],
  balance: ['Balance', 'Υπόλοιπο'],
  back: ['Back to the registry', 'Επιστροφή στη λίστα δώρων'],
  backAtOnce: [
    'Take me straight back to the registry after payment',
    'Μετά την πληρωμή, επιστροφή κατευθείαν στη λίστα δώρων',
  ],
  errorHelp: ['Something went wrong here. Please try again.', 'Κάτι πήγε στραβά. Δοκιμάστε ξανά.'],
  cardOff: ['No longer valid', 'Δεν ισχύει πλέον'],
  cardUntil: ['Valid until {x}', 'Ισχύει έως τις {x}'],
  cards: ['Your gift cards', 'Οι δωροκάρτες σας'],
  cardsHelp: [
    'Keep the codes: whoever has one can pay with it at the checkout.',
    'Κρατήστε τους κωδικούς: όποιος τους έχει μπορεί να πληρώσει με αυτούς στο ταμείο.',
  ],
  cart: ['Cart', 'Καλάθι'],
  cartEmpty: ['Your cart is empty.', 'Το καλάθι σας είναι άδειο.'],
  certificate: ['Gift card code (optional)', 'Κωδικός δωροκάρτας (προαιρετικά)'],
  certificateBad: ['This gift card can’t be used.', 'Αυτή η δωροκάρτα δεν μπορεί να χρησιμοποιηθεί.'],
  certificateUsed: ['Paid by gift card', 'Πληρωμή με δωροκάρτα'],
  checkout: ['Checkout', 'Ταμείο'],
  choose: ['Choose', 'Επιλέξτε'],
  fillIn: ['Please check what you filled in.', 'Ελέγξτε όσα συμπληρώσατε.'],
  optional: ['optional', 'προαιρετικά'],
  needsFile: [
    'This product needs a file. Please write to us to order it.',
    'Το προϊόν χρειάζεται ένα αρχείο. Γράψτε μας για να το παραγγείλετε.',
  ],
  minimum: ['At least {n} in one order', 'Τουλάχιστον {n} σε μία παραγγελία'],
  maximum: ['At most {n} in one order', 'Το πολύ {n} σε μία παραγγελία'],
  stock: ['{n} in stock', 'Διαθέσιμα: {n}'],
  city: ['City', 'Πόλη'],
  contact: ['Your details', 'Τα στοιχεία σας'],
  consentAll: ['Agree', 'Συμφωνώ'],
  consentAsk: [
    'Some services on these pages load only if you agree.',
    'Ορισμένες υπηρεσίες σε αυτές τις σελίδες φορτώνουν μόνο αν συμφωνήσετε.',
  ],
  consentEssential: ['Essential only', 'Μόνο τα απαραίτητα'],
  consentGiven: [
    'You can change your choice at any time.',
    'Μπορείτε να αλλάξετε την επιλογή σας οποτεδήποτε.',
  ],
  continue: ['Continue shopping', 'Συνέχεια αγορών'],
  declined: [
    'The payment was declined. Nothing was charged; you can try again.',
    'Η πληρωμή δεν εγκρίθηκε. Δεν χρεωθήκατε· μπορείτε να δοκιμάσετε ξανά.',
  ],
  shippedFrom: [
    'On the order stands the shop’s own address: {x}.',
    'Στην παραγγελία φαίνεται η διεύθυνση του καταστήματος: {x}.',
  ],
  deliverHostsHelp: [
    'The shop knows their address; it is not shown here.',
    'Το κατάστημα γνωρίζει τη διεύθυνσή τους· δεν εμφανίζεται εδώ.',
  ],
  delivery: ['Delivery', 'Παράδοση'],
  email: ['E-mail', 'E-mail'],
  emailBad: ['Enter a valid e-mail address.', 'Συμπληρώστε ένα έγκυρο e-mail.'],
  featured: ['Featured', 'Προτεινόμενα'],
  firstName: ['First name', 'Όνομα'],
  linkUsed: ['This link has been used', 'Ο σύνδεσμος έχει χρησιμοποιηθεί'],
  linkUsedHelp: [
    'A link to the checkout works once. Go back to the registry and start again from there.',
    'Ο σύνδεσμος προς το ταμείο ισχύει μία φορά. Επιστρέψτε στη λίστα δώρων και ξεκινήστε ξανά από εκεί.',
  ],
  coupon: ['Coupon (optional)', 'Κουπόνι (προαιρετικά)'],
  couponApply: ['Apply the coupon', 'Εφαρμογή κουπονιού'],
  couponBad: [
    'This coupon can’t be used for this cart.',
    'Το κουπόνι δεν μπορεί να χρησιμοποιηθεί σε αυτό το καλάθι.',
  ],
  discounts: ['Discounts', 'Εκπτώσεις'],
  home: ['Shop', 'Κατάστημα'],
  lastName: ['Last name', 'Επώνυμο'],
  lowest: ['Lowest price of the last 30 days', 'Χαμηλότερη τιμή των τελευταίων 30 ημερών'],
  fieldRequired: ['Fill in this field.', 'Συμπληρώστε αυτό το πεδίο.'],
  newsletter: ['News from the shop', 'Τα νέα του καταστήματος'],
  noResults: ['Nothing was found.', 'Δεν βρέθηκε τίποτα.'],
  notFound: ['This page does not exist', 'Η σελίδα δεν υπάρχει'],
  order: ['Order {n}', 'Παραγγελία {n}'],
  orderPending: [
    'Thank you. Your order stands, and we are waiting for the payment.',
    'Ευχαριστούμε. Η παραγγελία σας καταχωρίστηκε και περιμένουμε την πληρωμή.',
  ],
  orderThanks: ['Thank you! Your order is in.', 'Ευχαριστούμε! Λάβαμε την παραγγελία σας.'],
  orders: ['Your orders', 'Οι παραγγελίες σας'],
  ordersNone: ['No orders yet.', 'Δεν υπάρχουν ακόμη παραγγελίες.'],
  outOfStock: ['Sold out', 'Εξαντλήθηκε'],
  password: ['Password', 'Κωδικός πρόσβασης'],
  pay: ['Pay {x}', 'Πληρωμή {x}'],
  payDecline: ['Test card that is declined', 'Δοκιμαστική κάρτα που απορρίπτεται'],
  payCash: ['Cash on delivery', 'Αντικαταβολή'],
  payDeposit: ['Bank deposit', 'Τραπεζική κατάθεση'],
  payPending: ['Test card whose payment stays pending', 'Δοκιμαστική κάρτα που μένει σε αναμονή'],
  paySuccess: ['Test card that is accepted', 'Δοκιμαστική κάρτα που εγκρίνεται'],
  payment: ['Payment', 'Πληρωμή'],
  paymentHelp: [
    'This is a test shop: no money moves.',
    'Δοκιμαστικό κατάστημα: δεν γίνεται πραγματική χρέωση.',
  ],
  price: ['Price', 'Τιμή'],
  product: ['Product', 'Προϊόν'],
  phone: ['Phone (optional)', 'Τηλέφωνο (προαιρετικά)'],
  quantity: ['Quantity', 'Ποσότητα'],
  registries: ['Gift registries', 'Λίστες δώρων'],
  remove: ['Remove', 'Αφαίρεση'],
  search: ['Search', 'Αναζήτηση'],
  searchFor: ['Results for “{x}”', 'Αποτελέσματα για «{x}»'],
  signIn: ['Sign in', 'Σύνδεση'],
  signInBad: ['Wrong e-mail or password.', 'Λάθος e-mail ή κωδικός πρόσβασης.'],
  signInLinkBad: ['This sign-in link is no longer valid.', 'Ο σύνδεσμος σύνδεσης δεν ισχύει πλέον.'],
  signOut: ['Sign out', 'Αποσύνδεση'],
  skip: ['Skip to content', 'Μετάβαση στο περιεχόμενο'],
  soldOut: [
    '{x} has just been sold out. Take it out of the cart to go on.',
    'Το προϊόν «{x}» μόλις εξαντλήθηκε. Αφαιρέστε το από το καλάθι για να συνεχίσετε.',
  ],
  status: ['Status', 'Κατάσταση'],
  street: ['Street and number', 'Οδός και αριθμός'],
  subscribe: ['Subscribe', 'Εγγραφή'],
  subscribed: ['You are subscribed. Thank you!', 'Η εγγραφή ολοκληρώθηκε. Ευχαριστούμε!'],
  subtotalVat: ['of which VAT', 'εκ των οποίων ΦΠΑ'],
  total: ['Total', 'Σύνολο'],
  tryAgain: ['Please look again', 'Ελέγξτε ξανά'],
  update: ['Update', 'Ενημέρωση'],
  zip: ['Post code', 'Τ.Κ.'],
} satisfies Record<string, [string, string]>

export type MessageKey = keyof typeof messages

/** A text in a language, with its value filled in. */
export function storefrontText(language: Language, key: MessageKey, value: string | number = ''): string {
  return messages[key][language === 'el' ? 1 : 0].replace(/\{[nx]\}/, () => String(value))
}

const greekStatuses = [
  'Μη ολοκληρωμένη',
  'Σε αναμονή',
  'Στάλθηκε',
  'Στάλθηκε μερικώς',
  'Επιστράφηκαν τα χρήματα',
  'Ακυρώθηκε',
  'Απορρίφθηκε',
  'Αναμονή πληρωμής',
  'Αναμονή παραλαβής',
  'Αναμονή αποστολής',
  'Ολοκληρώθηκε',
  'Σε επεξεργασία',
  'Υπό έλεγχο',
  'Υπό αμφισβήτηση',
  'Μερική επιστροφή χρημάτων',
]

/** An order status in the shopper's language. */
export const orderStatusText = (language: Language, id: number, english: string): string =>
  language === 'el' ? (greekStatuses[id] ?? english) : english
