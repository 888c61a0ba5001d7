import type { ContentPage } from '../types.ts'
import { pageSlug, withPicture } from './with-picture.ts'

// The site's menu takes the children of page 34.
const inspirationPageId = 34
const blogPageId = 37

const ideas: Pick<ContentPage, 'id' | 'path' | 'title' | 'body'>[] = [
  {
    id: 51,
    path: '/inspiration/first-home',
    title: { en: 'The first home', el: 'Το πρώτο σπίτι' },
    body: {
      en: `<h2>Room by room, without haste</h2>
<p>Begin with the table: one dinner service, one set of glasses, one good knife. Add linen for one bed and one bath. Then stop, live there for a month, and wish for the rest when you know what you miss.</p>
<ul>
<li>Up to fifty euros: candles, herbs for the window, salt and pepper mills.</li>
<li>Fifty to a hundred and fifty: the teapot, the linen bath set, the casserole.</li>
<li>Together: the sofa with its lamp, six chairs, the espresso machine.</li>
</ul>`,
      el: `<h2>Δωμάτιο δωμάτιο, χωρίς βιασύνη</h2>
<p>Αρχίστε από το τραπέζι: ένα σερβίτσιο, ένα σετ ποτήρια, ένα καλό μαχαίρι. Προσθέστε λευκά είδη για ένα κρεβάτι κι ένα μπάνιο. Ύστερα σταματήστε, μείνετε έναν μήνα, και ζητήστε τα υπόλοιπα όταν θα ξέρετε τι σας λείπει.</p>
<ul>
<li>Έως πενήντα ευρώ: κεριά, μυρωδικά για το παράθυρο, μύλοι για αλάτι και πιπέρι.</li>
<li>Πενήντα ως εκατόν πενήντα: η τσαγιέρα, το λινό σετ μπάνιου, η μαντεμένια κατσαρόλα.</li>
<li>Όλοι μαζί: ο καναπές με το φωτιστικό του, έξι καρέκλες, η μηχανή του εσπρέσο.</li>
</ul>`,
    },
  },
  {
    id: 52,
    path: '/inspiration/honeymoon',
    title: { en: 'The honeymoon', el: 'Το γαμήλιο ταξίδι' },
    body: {
      en: `<h2>A journey in twenty gifts</h2>
<p>Cut the journey into pieces that a guest can imagine giving: a night, a dinner, a day on a boat. “Breakfast in Zagori” is a better gift than fifty euros, even when it is fifty euros.</p>
<p>Add the cabin suitcase, a good camera and the shares of the honeymoon, and leave the date of the journey open. Vouchers are valid for two years.</p>`,
      el: `<h2>Ένα ταξίδι σε είκοσι δώρα</h2>
<p>Μοιράστε το ταξίδι σε κομμάτια που μπορεί κανείς να φανταστεί ότι τα χαρίζει: μια νύχτα, ένα δείπνο, μια μέρα με σκάφος. Το «πρωινό στο Ζαγόρι» είναι καλύτερο δώρο από πενήντα ευρώ, ακόμη κι όταν είναι πενήντα ευρώ.</p>
<p>Προσθέστε τη βαλίτσα καμπίνας, μια καλή φωτογραφική μηχανή και τα μερίδια του ταξιδιού, και αφήστε ανοιχτή την ημερομηνία. Τα κουπόνια ισχύουν δύο χρόνια.</p>`,
    },
  },
  {
    id: 53,
    path: '/inspiration/under-fifty',
    title: { en: 'Under fifty euros', el: 'Κάτω από πενήντα ευρώ' },
    body: {
      en: `<h2>Small and right</h2>
<p>A good registry has room for the guest who is still studying. Small gifts are the ones that are used every day, and the ones that are given first.</p>
<ul>
<li>For the kitchen: thyme honey, the kitchen timer, chopsticks in cherry wood.</li>
<li>For a child: the wooden train, the nesting dolls, the drum.</li>
<li>For anybody: beeswax candles, olive-oil soaps, a night of stars.</li>
</ul>`,
      el: `<h2>Μικρά και σωστά</h2>
<p>Μια καλή λίστα έχει θέση και για τον καλεσμένο που σπουδάζει ακόμη. Τα μικρά δώρα είναι εκείνα που χρησιμοποιούνται κάθε μέρα, και εκείνα που δίνονται πρώτα.</p>
<ul>
<li>Για την κουζίνα: θυμαρίσιο μέλι, το χρονόμετρο, ξυλάκια από κερασιά.</li>
<li>Για ένα παιδί: το ξύλινο τρένο, οι κούκλες η μία μέσα στην άλλη, το τύμπανο.</li>
<li>Για όλους: κεριά από μελισσοκέρι, σαπούνια ελαιολάδου, μια βραδιά αστεριών.</li>
</ul>`,
    },
  },
  {
    id: 54,
    path: '/inspiration/godparents',
    title: { en: 'For godparents', el: 'Για νονές και νονούς' },
    body: {
      en: `<h2>What lasts longer than the sweets</h2>
<p>The child remembers nothing of the day, and keeps what was given for fifty years. A charm with the date inside, a plate with the name, the myths in five volumes: choose one thing that stays and one that is used up happily.</p>
<p>Speak with the parents about sizes and about the candle before you buy. Sizes can be exchanged within fourteen days.</p>`,
      el: `<h2>Ό,τι κρατά πιο πολύ από τα κουφέτα</h2>
<p>Το παιδί δεν θα θυμάται τίποτα από τη μέρα, και θα κρατήσει πενήντα χρόνια ό,τι του δώσατε. Ένα φυλαχτό με την ημερομηνία, ένα πιάτο με το όνομα, η μυθολογία σε πέντε τόμους: διαλέξτε ένα πράγμα που μένει κι ένα που χαίρεται κανείς να το φθείρει.</p>
<p>Για τα μεγέθη και τη λαμπάδα μιλήστε πρώτα με τους γονείς. Τα μεγέθη αλλάζουν μέσα σε δεκατέσσερις ημέρες.</p>`,
    },
  },
]

const articles: Pick<ContentPage, 'id' | 'path' | 'title' | 'body' | 'updated'>[] = [
  {
    id: 38,
    path: '/blog/how-many-gifts',
    updated: '2026-10-20',
    title: { en: 'How many gifts does a registry need?', el: 'Πόσα δώρα χρειάζεται μια λίστα;' },
    body: {
      en: `<h2>A sum on the back of an envelope</h2>
<p>Count the households you invite, not the guests: a hundred and fifty people are about sixty givers. A third of them will bring an envelope to the church whatever you do. That leaves forty gifts, and people like to choose, so wish for sixty units.</p>
<h2>And the prices?</h2>
<p>Half between thirty and a hundred euros, a quarter below, a quarter above. Of the last quarter, make most into group gifts: nobody has to look at a price of a thousand euros alone.</p>
<p>Look in once a fortnight. When the small gifts run out, add a few. An empty registry is harder to give from than a long one.</p>`,
      el: `<h2>Ένας λογαριασμός στο πίσω μέρος του φακέλου</h2>
<p>Μετρήστε τα σπίτια που καλείτε, όχι τους καλεσμένους: εκατόν πενήντα άτομα είναι περίπου εξήντα δώρα. Το ένα τρίτο θα φέρει φάκελο στην εκκλησία ό,τι κι αν κάνετε. Μένουν σαράντα, και στον κόσμο αρέσει να διαλέγει· βάλτε λοιπόν εξήντα κομμάτια.</p>
<h2>Και οι τιμές;</h2>
<p>Τα μισά ανάμεσα στα τριάντα και στα εκατό ευρώ, το ένα τέταρτο πιο κάτω, το ένα τέταρτο πιο πάνω. Από τα ακριβά, κάντε τα περισσότερα ομαδικά: κανείς δεν πρέπει να στέκεται μόνος του μπροστά σε μια τιμή χιλίων ευρώ.</p>
<p>Ρίχνετε μια ματιά κάθε δεκαπέντε ημέρες. Όταν τελειώνουν τα μικρά δώρα, προσθέστε μερικά. Από μια άδεια λίστα δίνει κανείς πιο δύσκολα παρά από μια μεγάλη.</p>`,
    },
  },
  {
    id: 39,
    path: '/blog/the-coin-and-the-knife',
    updated: '2026-09-08',
    title: {
      en: 'The coin and the knife: customs around a gift',
      el: 'Το κέρμα και το μαχαίρι: έθιμα γύρω από ένα δώρο',
    },
    body: {
      en: `<h2>Five things that grandmothers know</h2>
<ul>
<li>Whoever receives a knife gives a coin back, so that the friendship is not cut.</li>
<li>The wedding bed is made by friends, who throw coins, rice and a small child on it. Wish for washable linen.</li>
<li>Sugared almonds come in odd numbers, because an odd number cannot be divided in two.</li>
<li>One does not go to a new house with empty hands: bread, salt, and in some places a pomegranate to break at the door.</li>
<li>The purse that is given is never given empty.</li>
</ul>
<p>None of it is obligatory. All of it makes a better letter to go with the gift.</p>`,
      el: `<h2>Πέντε πράγματα που ξέρουν οι γιαγιάδες</h2>
<ul>
<li>Όποιος παίρνει μαχαίρι για δώρο δίνει πίσω ένα κέρμα, για να μην κοπεί η φιλία.</li>
<li>Το νυφικό κρεβάτι το στρώνουν φίλοι, που ρίχνουν πάνω νομίσματα, ρύζι κι ένα μικρό παιδί. Ζητήστε σεντόνια που πλένονται.</li>
<li>Τα κουφέτα είναι μονά, γιατί ο μονός αριθμός δεν χωρίζεται στα δύο.</li>
<li>Σε καινούργιο σπίτι δεν πάμε με άδεια χέρια: ψωμί, αλάτι, και σε μερικούς τόπους ένα ρόδι για το κατώφλι.</li>
<li>Το πορτοφόλι δεν χαρίζεται ποτέ άδειο.</li>
</ul>
<p>Τίποτε από αυτά δεν είναι υποχρεωτικό. Όλα όμως κάνουν ωραιότερο το γράμμα που πάει μαζί με το δώρο.</p>`,
    },
  },
  {
    id: 40,
    path: '/blog/thank-you-letters',
    updated: '2026-07-15',
    title: {
      en: 'Thank-you letters that are not all the same',
      el: 'Ευχαριστήρια γράμματα που δεν είναι όλα ίδια',
    },
    body: {
      en: `<h2>Three sentences are enough</h2>
<p>Name the gift. Say when you used it, or when you will. Say one thing about the person. “The teapot has moved in; on Sunday it made its first tea, and it spills less than you do” is worth more than a printed card.</p>
<h2>When?</h2>
<p>Within a month, in the order in which the gifts came. Your registry shows who gave what and with which message; tick those you have thanked. For a group gift write to every giver: they do not know each other.</p>`,
      el: `<h2>Τρεις προτάσεις φτάνουν</h2>
<p>Πείτε το δώρο με το όνομά του. Πείτε πότε το χρησιμοποιήσατε ή πότε θα το χρησιμοποιήσετε. Πείτε κάτι για τον άνθρωπο. «Η τσαγιέρα εγκαταστάθηκε· την Κυριακή έκανε το πρώτο της τσάι και χύνει λιγότερο από εσένα» αξίζει πιο πολύ από μια τυπωμένη κάρτα.</p>
<h2>Πότε;</h2>
<p>Μέσα σε έναν μήνα, με τη σειρά που ήρθαν τα δώρα. Η λίστα σας δείχνει ποιος έδωσε τι και με ποιο μήνυμα· σημειώνετε εκεί όσους έχετε ευχαριστήσει. Σε ένα ομαδικό δώρο γράψτε στον καθένα χωριστά: δεν γνωρίζονται μεταξύ τους.</p>`,
    },
  },
]

/** Ideas for gifts, and the blog. */
export const inspirationPages: ContentPage[] = [
  {
    id: inspirationPageId,
    parent: 0,
    path: '/inspiration',
    position: 6,
    inNavigation: true,
    updated: '2026-10-20',
    title: { en: 'Inspiration', el: 'Έμπνευση' },
    body: {
      en: `<h2>Short lists for real occasions</h2>
<p>Nobody needs a hundred ideas. Here are a few, chosen by people who have been to many weddings.</p>`,
      el: `<h2>Σύντομες προτάσεις για αληθινές περιστάσεις</h2>
<p>Εκατό ιδέες δεν χρειάζονται σε κανέναν. Εδώ είναι λίγες, από ανθρώπους που έχουν πάει σε πολλούς γάμους.</p>`,
    },
  },
  ...ideas.map((idea, n) => ({
    ...withPicture(idea),
    parent: inspirationPageId,
    position: n + 1,
    inNavigation: true,
    updated: '2026-09-14',
  })),
  {
    id: blogPageId,
    parent: 0,
    path: '/blog',
    position: 18,
    inNavigation: false,
    updated: '2026-10-20',
    title: { en: 'Blog', el: 'Ιστολόγιο' },
    body: {
      en: '<p>On customs, sums and letters: something to read, about once a month.</p>',
      el: '<p>Για έθιμα, λογαριασμούς και γράμματα: κάτι να διαβάσετε, περίπου μία φορά τον μήνα.</p>',
    },
  },
  ...articles.map((article, n) => ({
    ...article,
    picture: pageSlug(article),
    parent: blogPageId,
    position: n + 1,
    inNavigation: false,
  })),
]
