import type { GuestWords } from './guest-words.ts'

export const fr: GuestWords = {
  footer: { unsubscribe: 'Se désabonner', preferences: 'Choisir ce que nous vous envoyons' },
  unsubscribe: {
    title: 'Se désabonner',
    question: {
      email: organisation => `Ne plus recevoir d’e-mails de ${organisation} ?`,
      sms: organisation => `Ne plus recevoir de SMS de ${organisation} ?`,
    },
    button: 'Se désabonner',
    doneTitle: 'Vous êtes désabonné',
    done: {
      email: organisation => `${organisation} ne vous enverra plus d’actualités ni d’offres par e-mail.`,
      sms: organisation => `${organisation} ne vous enverra plus d’actualités ni d’offres par SMS.`,
    },
    choose: 'Choisir ce que vous recevez',
  },
  preferences: {
    title: 'Ce que nous vous envoyons',
    intro: organisation => `Choisissez ce que ${organisation} peut vous envoyer.`,
    channel: { email: 'Actualités et offres par e-mail', sms: 'Actualités et offres par SMS' },
    topics: 'Je souhaite recevoir des messages sur',
    clicks: 'Compter les liens que j’ouvre dans les e-mails',
    save: 'Enregistrer',
    saved: 'C’est enregistré.',
    all: 'Se désabonner de tout',
    ended: organisation => `${organisation} ne vous enverra plus d’actualités ni d’offres.`,
    stillGets: 'Vous recevrez encore les messages concernant vos demandes, par exemple une réservation.',
    notContacted: organisation =>
      `${organisation} ne vous envoie pas de messages en ce moment. Contactez l’équipe pour changer cela.`,
    nothingToChoose:
      'Nous n’avons ni adresse e-mail ni numéro de téléphone pour vous : il n’y a donc rien à choisir.',
    gone: organisation => `${organisation} n’a plus vos coordonnées et ne vous envoie rien.`,
  },
  confirm: {
    subject: organisation => `Merci de confirmer : actualités et offres de ${organisation}`,
    intro: organisation =>
      `Nous avons reçu votre accord pour recevoir les actualités et offres de ${organisation} par e-mail. Merci de le confirmer :`,
    link: 'Confirmer',
    otherwise: 'Si vous n’avez rien demandé, ne faites rien. Vous ne recevrez pas ces e-mails.',
    title: 'Merci de confirmer',
    question: organisation => `${organisation} peut m’envoyer des actualités et des offres par e-mail.`,
    button: 'J’accepte',
    doneTitle: 'Merci',
    done: organisation =>
      `${organisation} peut maintenant vous envoyer des actualités et des offres par e-mail. Vous pouvez changer d’avis à tout moment.`,
  },
  answer: {
    button: 'Envoyer la réponse',
    stars: stars => `${stars} étoiles sur 5`,
    yes: 'Oui',
    no: 'Non',
    thanksTitle: 'Merci',
    thanks: organisation => `${organisation} a bien reçu votre réponse.`,
    given: answer => `Votre réponse : ${answer}`,
  },
  sms: {
    stop: organisation =>
      `${organisation} : vous ne recevrez plus d’actualités ni d’offres par SMS. Répondez START pour les recevoir à nouveau.`,
    start: organisation =>
      `${organisation} : vous recevrez les actualités et offres par SMS. Répondez STOP pour ne plus les recevoir.`,
    help: organisation =>
      `${organisation} vous envoie des SMS. Répondez STOP pour ne plus recevoir d’actualités ni d’offres. Pour toute autre question, adressez-vous à l’établissement.`,
  },
  optOut: { reply: 'Répondez STOP pour vous désabonner', open: url => `Se désabonner : ${url}` },
  unknownLink: {
    title: 'Ce lien ne fonctionne pas',
    text: 'Il est peut-être incomplet. Ouvrez-le à nouveau depuis le message, ou répondez au message.',
  },
}
