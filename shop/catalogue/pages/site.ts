import type { ContentPage } from '../types.ts'

/** Pages of the navigation and about the company. */
export const sitePages: ContentPage[] = [
  {
    id: 22,
    parent: 0,
    path: '/travel-experiences',
    position: 1,
    inNavigation: true,
    updated: '2026-09-14',
    title: { en: 'Travel & experiences', el: 'Ταξίδια & εμπειρίες' },
    body: {
      en: `<h2>A day instead of a thing</h2>
<p>Some couples have every pan they need. A sailing day, a weekend in the mountains or six evenings of pottery takes no room in a cupboard and is talked about for longer.</p>
<p>Experiences stand in a registry beside all other gifts. One guest gives the whole of it, or many give it together as a group gift.</p>
<h2>How a voucher works</h2>
<ul>
<li>The guest pays; the gift is marked as given at once.</li>
<li>The hosts redeem it whenever they like. The voucher comes by e-mail, with the address to book at.</li>
<li>It is valid for two years. A booking can be moved free of charge up to 48 hours before.</li>
<li>Did plans change? The hosts can take its worth as a gift card instead.</li>
</ul>
<h2>For the honeymoon</h2>
<p>Wish for shares of the journey, fifty euros each, as many as it costs. You choose the flights and the rooms later, in your own time. <a href="/create-registry/wedding">Create a wedding registry</a>.</p>`,
      el: `<h2>Μια μέρα αντί για ένα πράγμα</h2>
<p>Μερικά ζευγάρια έχουν ήδη όλες τις κατσαρόλες που χρειάζονται. Μια μέρα με ιστιοφόρο, ένα Σαββατοκύριακο στο βουνό ή έξι βράδια κεραμικής δεν πιάνουν χώρο στο ντουλάπι και τα θυμάται κανείς περισσότερο.</p>
<p>Οι εμπειρίες μπαίνουν στη λίστα δίπλα σε όλα τα άλλα δώρα. Τις κάνει δώρο ένας καλεσμένος μόνος του ή πολλοί μαζί, ως ομαδικό δώρο.</p>
<h2>Πώς λειτουργεί το κουπόνι</h2>
<ul>
<li>Ο καλεσμένος πληρώνει και το δώρο σημειώνεται αμέσως ως δοσμένο.</li>
<li>Οι οικοδεσπότες το εξαργυρώνουν όποτε θέλουν. Το κουπόνι έρχεται με e‑mail, μαζί με τα στοιχεία για την κράτηση.</li>
<li>Ισχύει δύο χρόνια. Η κράτηση αλλάζει δωρεάν έως 48 ώρες πριν.</li>
<li>Άλλαξαν τα σχέδια; Οι οικοδεσπότες μπορούν να πάρουν την αξία του σε δωροκάρτα.</li>
</ul>
<h2>Για το γαμήλιο ταξίδι</h2>
<p>Ζητήστε μερίδια του ταξιδιού, πενήντα ευρώ το καθένα, όσα κοστίζει. Τα εισιτήρια και τα δωμάτια τα διαλέγετε αργότερα, με την ησυχία σας. <a href="/create-registry/wedding">Δημιουργήστε λίστα γάμου</a>.</p>`,
    },
  },
  {
    id: 21,
    parent: 0,
    path: '/how-it-works',
    position: 2,
    inNavigation: true,
    updated: '2026-10-02',
    title: { en: 'How it works', el: 'Πώς λειτουργεί' },
    body: {
      en: `<h2>For hosts</h2>
<p>An account takes a name, an e-mail and a password, and is free. The date may wait until you have decided it, and you choose who sees the registry: everybody, those who have its link, or for a while only you.</p>
<p>Anything from the shop can be wished for, from a box of candles to a sofa; the big things become group gifts. Whoever has no screen at hand gets the registry code over the phone.</p>
<p>Gifts are delivered to your address. Money that was collected and not used comes to you as a gift card when the registry closes.</p>
<h2>For guests</h2>
<p>Open the link, or <a href="/find-registry">find the registry</a> by name. Choose a gift, or put any amount from five euros towards a group gift. Write a message, pay in the shop, and that is all. You do not need an account.</p>
<p>While you are at the checkout the gift is held for you for fifteen minutes, so that nobody else buys it in between.</p>`,
      el: `<h2>Για τους οικοδεσπότες</h2>
<p>Για τον λογαριασμό φτάνουν ένα όνομα, ένα e‑mail κι ένας κωδικός πρόσβασης, και είναι δωρεάν. Η ημερομηνία μπορεί να περιμένει ώσπου να την αποφασίσετε, κι εσείς ορίζετε ποιος βλέπει τη λίστα: όλοι, όσοι έχουν τον σύνδεσμο ή, για την ώρα, μόνο εσείς.</p>
<p>Στη λίστα μπαίνει οτιδήποτε από το κατάστημα, από ένα κουτί κεριά ως έναν καναπέ· τα μεγάλα γίνονται ομαδικά δώρα. Σε όποιον δεν έχει οθόνη μπροστά του, λέτε τον κωδικό της λίστας στο τηλέφωνο.</p>
<p>Τα δώρα έρχονται στη διεύθυνσή σας. Όσα χρήματα μαζεύτηκαν και δεν χρησιμοποιήθηκαν, σας έρχονται ως δωροκάρτα όταν κλείσει η λίστα.</p>
<h2>Για τους καλεσμένους</h2>
<p>Ανοίγετε τον σύνδεσμο ή <a href="/find-registry">βρίσκετε τη λίστα</a> με το όνομα. Διαλέγετε ένα δώρο ή βάζετε όσα θέλετε, από πέντε ευρώ και πάνω, σε ένα ομαδικό δώρο. Γράφετε ένα μήνυμα, πληρώνετε στο κατάστημα, κι αυτό ήταν. Λογαριασμός δεν χρειάζεται.</p>
<p>Όσο βρίσκεστε στο ταμείο, το δώρο κρατιέται για εσάς δεκαπέντε λεπτά, ώστε να μην το αγοράσει άλλος στο μεταξύ.</p>`,
    },
  },
  {
    id: 23,
    parent: 0,
    path: '/funding',
    position: 3,
    inNavigation: true,
    updated: '2026-09-20',
    title: { en: 'Funding', el: 'Χρηματοδότηση' },
    body: {
      en: `<h2>Group gifts</h2>
<p>The price of one gift, covered by many. Every guest puts in what they wish, from five euros. The registry shows how much has been collected and how much is missing. When the price is covered, the hosts redeem the gift and the shop sends it.</p>
<h2>Gift cards</h2>
<p>For guests who do not know what, but know for whom. Gift cards of 25 to 300 euros buy anything in the shop, and several of them can pay for one large purchase before the day comes.</p>
<h2>Smart change</h2>
<p>Two guests gave the last glass at the same moment. A group gift collected three euros more than it cost. A toy was returned. Nothing of this is lost: every such amount is a line that the hosts see, and send to another open gift or to a gift card.</p>
<h2>What becomes of the money in the end</h2>
<p>At the end of the closing date, Athens time, all money that is not yet a gift goes to the hosts as one gift card, by e-mail. If the date is moved into the future, the registry opens again; what has been sent stays sent.</p>
<p>All amounts include VAT where VAT applies. The service costs hosts and guests nothing.</p>`,
      el: `<h2>Ομαδικά δώρα</h2>
<p>Η τιμή ενός δώρου, από πολλούς μαζί. Κάθε καλεσμένος βάζει όσα θέλει, από πέντε ευρώ και πάνω. Η λίστα δείχνει πόσα μαζεύτηκαν και πόσα λείπουν. Μόλις καλυφθεί η τιμή, οι οικοδεσπότες εξαργυρώνουν το δώρο και το κατάστημα το στέλνει.</p>
<h2>Δωροκάρτες</h2>
<p>Για όποιον δεν ξέρει τι, αλλά ξέρει για ποιον. Οι δωροκάρτες από 25 ως 300 ευρώ αγοράζουν οτιδήποτε έχει το κατάστημα, και πολλές μαζί πληρώνουν μια μεγάλη αγορά πριν έρθει η μέρα.</p>
<h2>Έξυπνα ρέστα</h2>
<p>Δύο καλεσμένοι έδωσαν το τελευταίο ποτήρι την ίδια στιγμή. Ένα ομαδικό δώρο μάζεψε τρία ευρώ παραπάνω. Ένα παιχνίδι επιστράφηκε. Τίποτε από αυτά δεν χάνεται: κάθε τέτοιο ποσό είναι μια γραμμή που τη βλέπουν οι οικοδεσπότες και τη στέλνουν σε άλλο διαθέσιμο δώρο ή σε δωροκάρτα.</p>
<h2>Τι γίνονται τα χρήματα στο τέλος</h2>
<p>Στο τέλος της ημερομηνίας λήξης, ώρα Αθήνας, όσα χρήματα δεν έχουν γίνει ακόμη δώρο πηγαίνουν στους οικοδεσπότες ως μία δωροκάρτα, με e‑mail. Αν η ημερομηνία μετατεθεί στο μέλλον, η λίστα ανοίγει ξανά· ό,τι έχει σταλεί, έχει σταλεί.</p>
<p>Όπου υπάρχει ΦΠΑ, περιλαμβάνεται στην τιμή. Η υπηρεσία δεν κοστίζει τίποτα, ούτε στους οικοδεσπότες ούτε στους καλεσμένους.</p>`,
    },
  },
  {
    id: 24,
    parent: 0,
    path: '/invitations',
    position: 5,
    inNavigation: true,
    updated: '2026-11-22',
    title: { en: 'Invitations', el: 'Προσκλήσεις' },
    body: {
      en: `<h2>One letter for the day and the registry</h2>
<p>In the registry’s settings there is a small editor: choose the picture, the type, the colours and the size, write your words, and see at once how the invitation will look on a phone.</p>
<h2>How it is sent</h2>
<ul>
<li>By e-mail, to many addresses at once, separated by semicolons. Each guest gets a letter of their own; nobody sees the other addresses.</li>
<li>By link, in any message.</li>
<li>By registry code, for a printed invitation or over the phone.</li>
</ul>
<p>Guests can say with one click that they want no more invitations. We use the addresses for your invitation alone.</p>
<h2>What to write</h2>
<p>The day, the hour and the place first; the registry last, in one sentence. “Your presence is the gift; if you would like to give something more, here are our wishes” is true and offends no one.</p>`,
      el: `<h2>Ένα μήνυμα για τη μέρα και για τη λίστα</h2>
<p>Στις ρυθμίσεις της λίστας θα βρείτε μια μικρή φόρμα: διαλέγετε εικόνα, γραμματοσειρά, χρώματα και μέγεθος, γράφετε τα λόγια σας και βλέπετε αμέσως πώς θα φαίνεται η πρόσκληση στο κινητό.</p>
<h2>Πώς στέλνεται</h2>
<ul>
<li>Με e‑mail, σε πολλές διευθύνσεις μαζί, χωρισμένες με ελληνικό ερωτηματικό. Κάθε καλεσμένος παίρνει το δικό του μήνυμα· κανείς δεν βλέπει τις διευθύνσεις των άλλων.</li>
<li>Με σύνδεσμο, σε οποιοδήποτε μήνυμα.</li>
<li>Με τον κωδικό της λίστας, σε έντυπο προσκλητήριο ή από το τηλέφωνο.</li>
</ul>
<p>Οι καλεσμένοι μπορούν με ένα κλικ να δηλώσουν ότι δεν θέλουν άλλες προσκλήσεις. Τις διευθύνσεις τις χρησιμοποιούμε μόνο για τη δική σας πρόσκληση.</p>
<h2>Τι να γράψετε</h2>
<p>Πρώτα τη μέρα, την ώρα και τον τόπο· στο τέλος τη λίστα, σε μία πρόταση. «Δώρο μας είναι η παρουσία σας· αν θέλετε να μας χαρίσετε κάτι ακόμη, εδώ θα βρείτε όσα ευχόμαστε» είναι αλήθεια και δεν προσβάλλει κανέναν.</p>`,
    },
  },
  {
    id: 25,
    parent: 0,
    path: '/benefits',
    position: 7,
    inNavigation: false,
    updated: '2026-09-14',
    title: { en: 'Benefits', el: 'Πλεονεκτήματα' },
    body: {
      en: `<h2>For hosts</h2>
<p>One registry for the whole celebration, kept alone or as a couple. Every gift, every contribution and every message stands in one place, and what is left over finds its way to you.</p>
<h2>For guests</h2>
<p>No account and no guessing. They see what is still open, give it whole or in part, and nobody gives the same thing twice.</p>
<h2>What it costs</h2>
<p>Nothing, neither hosts nor guests. The shop earns from what it sells, and its prices include VAT.</p>
<p><a href="/how-it-works">See how it works</a>.</p>`,
      el: `<h2>Για τους οικοδεσπότες</h2>
<p>Μία λίστα για όλη τη γιορτή, από έναν ή από δύο μαζί. Κάθε δώρο, κάθε συμμετοχή και κάθε μήνυμα βρίσκονται στο ίδιο μέρος, και ό,τι περισσεύει έρχεται σε εσάς.</p>
<h2>Για τους καλεσμένους</h2>
<p>Χωρίς λογαριασμό και χωρίς αμφιβολίες. Βλέπουν τι είναι ακόμη διαθέσιμο, το δίνουν ολόκληρο ή βάζουν ένα μέρος, και κανείς δεν δίνει το ίδιο δύο φορές.</p>
<h2>Τι κοστίζει</h2>
<p>Τίποτα, ούτε στους οικοδεσπότες ούτε στους καλεσμένους. Το κατάστημα κερδίζει από όσα πουλά, και οι τιμές του περιλαμβάνουν ΦΠΑ.</p>
<p><a href="/how-it-works">Δείτε πώς λειτουργεί</a>.</p>`,
    },
  },
  {
    id: 26,
    parent: 0,
    path: '/discover-more',
    position: 8,
    inNavigation: false,
    updated: '2026-09-14',
    title: { en: 'Discover more', el: 'Ανακαλύψτε περισσότερα' },
    body: {
      en: `<h2>Where to begin</h2>
<p>If you are getting married, baptising a child, moving out or turning forty, <a href="/events">begin with the event</a>. If you have been invited, <a href="/find-registry">find the registry</a>: a name, a town or the code from the invitation is enough.</p>
<h2>Worth a look</h2>
<ul>
<li><a href="/funding">Group gifts, gift cards and smart change</a>, with what becomes of every euro.</li>
<li><a href="/travel-experiences">Experiences</a>, for those who own enough things.</li>
<li><a href="/inspiration">Inspiration</a>, with short lists for real occasions.</li>
<li><a href="/blog">The blog</a>, on customs, sums and thank-you letters.</li>
</ul>`,
      el: `<h2>Από πού να αρχίσετε</h2>
<p>Αν παντρεύεστε, βαφτίζετε, φεύγετε από το πατρικό ή κλείνετε τα σαράντα, <a href="/events">αρχίστε από τη γιορτή</a>. Αν σας κάλεσαν, <a href="/find-registry">βρείτε τη λίστα</a>: φτάνει ένα όνομα, μια πόλη ή ο κωδικός από την πρόσκληση.</p>
<h2>Αξίζει μια ματιά</h2>
<ul>
<li><a href="/funding">Ομαδικά δώρα, δωροκάρτες και έξυπνα ρέστα</a>, και τι γίνεται κάθε ευρώ.</li>
<li><a href="/travel-experiences">Εμπειρίες</a>, για όσους έχουν αρκετά πράγματα.</li>
<li><a href="/inspiration">Έμπνευση</a>, με σύντομες προτάσεις για αληθινές περιστάσεις.</li>
<li><a href="/blog">Το ιστολόγιο</a>, για έθιμα, λογαριασμούς και ευχαριστήρια γράμματα.</li>
</ul>`,
    },
  },
  {
    id: 12,
    parent: 0,
    path: '/about-us',
    position: 9,
    inNavigation: false,
    updated: '2026-07-01',
    title: { en: 'About us', el: 'Ποιοι είμαστε' },
    body: {
      en: `<h2>A demonstration shop</h2>
<p>Doron Demo Shop does not sell anything. It exists to show how a gift registry works from the first wish to the delivered gift: its brands are invented, its payments are tests, and no parcel leaves its door.</p>
<p>Everything else is real. The registries, the group gifts, the sums to the last cent, the letters and the messages behave here exactly as they do in a working shop.</p>
<h2>The idea</h2>
<p>Doron means gift. A registry is a letter between people who love each other, and it should be as easy to read as one: what we wish for, what is still missing, and thank you.</p>
<h2>The company that is not one</h2>
<p>Doron Demo Shop, 12 Rodias Street, 211 00 Nafplio, Greece. The address is invented, and so is the company. <a href="/contact-us">Contact</a>.</p>`,
      el: `<h2>Ένα κατάστημα επίδειξης</h2>
<p>Το κατάστημα επίδειξης Doron δεν πουλά τίποτα. Υπάρχει για να δείχνει πώς λειτουργεί μια λίστα δώρων, από την πρώτη ευχή ως το δώρο στην πόρτα: οι μάρκες του είναι φανταστικές, οι πληρωμές του δοκιμαστικές, και κανένα δέμα δεν φεύγει από εδώ.</p>
<p>Όλα τα άλλα είναι αληθινά. Οι λίστες, τα ομαδικά δώρα, οι λογαριασμοί ως το τελευταίο λεπτό του ευρώ, τα e‑mail και τα μηνύματα λειτουργούν όπως ακριβώς σε ένα κανονικό κατάστημα.</p>
<h2>Η ιδέα</h2>
<p>Η λίστα δώρων είναι ένα γράμμα ανάμεσα σε ανθρώπους που αγαπιούνται, και πρέπει να διαβάζεται εύκολα σαν γράμμα: τι ευχόμαστε, τι λείπει ακόμη, κι ένα ευχαριστώ.</p>
<h2>Η εταιρεία που δεν υπάρχει</h2>
<p>Κατάστημα επίδειξης Doron, οδός Ροδιάς 12, 211 00 Ναύπλιο. Η διεύθυνση είναι επινοημένη, και η εταιρεία το ίδιο. <a href="/contact-us">Επικοινωνία</a>.</p>`,
    },
  },
  {
    id: 30,
    parent: 0,
    path: '/contact-us',
    position: 10,
    inNavigation: false,
    updated: '2026-07-01',
    title: { en: 'Contact', el: 'Επικοινωνία' },
    body: {
      en: `<h2>Write or call</h2>
<p>This is a demonstration: nobody sits at this desk. In a working shop you would find its people here.</p>
<ul>
<li>E-mail: <a href="mailto:support@doron.example">support@doron.example</a></li>
<li>Telephone: <a href="tel:+302100000000">+30 210 000 0000</a>, Monday to Friday, 9:00 to 17:00</li>
<li>Post: Doron Demo Shop, 12 Rodias Street, 211 00 Nafplio, Greece (an invented address)</li>
</ul>
<h2>Before you write</h2>
<p>For an order, have its number ready. For a registry, its code. Many answers are already among the <a href="/faq">frequently asked questions</a>.</p>`,
      el: `<h2>Γράψτε ή τηλεφωνήστε</h2>
<p>Πρόκειται για επίδειξη: σε αυτό το γραφείο δεν κάθεται κανείς. Σε ένα κανονικό κατάστημα, εδώ θα βρίσκατε τους ανθρώπους του.</p>
<ul>
<li>E-mail: <a href="mailto:support@doron.example">support@doron.example</a></li>
<li>Τηλέφωνο: <a href="tel:+302100000000">210 000 0000</a>, Δευτέρα με Παρασκευή, 9:00 έως 17:00</li>
<li>Διεύθυνση: Κατάστημα επίδειξης Doron, οδός Ροδιάς 12, 211 00 Ναύπλιο (επινοημένη)</li>
</ul>
<h2>Πριν γράψετε</h2>
<p>Για παραγγελία, έχετε πρόχειρο τον αριθμό της. Για λίστα δώρων, τον κωδικό της. Πολλές απαντήσεις υπάρχουν ήδη στις <a href="/faq">συχνές ερωτήσεις</a>.</p>`,
    },
  },
]
