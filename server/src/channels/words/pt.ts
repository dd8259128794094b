import type { GuestWords } from './guest-words.ts'

export const pt: GuestWords = {
  footer: { unsubscribe: 'Cancelar a subscrição', preferences: 'Escolher o que lhe enviamos' },
  unsubscribe: {
    title: 'Cancelar a subscrição',
    question: {
      email: organisation => `Não quer receber mais e-mails de ${organisation}?`,
      sms: organisation => `Não quer receber mais SMS de ${organisation}?`,
    },
    button: 'Cancelar a subscrição',
    doneTitle: 'A subscrição foi cancelada',
    done: {
      email: organisation => `${organisation} não lhe enviará mais e-mails com novidades e ofertas.`,
      sms: organisation => `${organisation} não lhe enviará mais SMS com novidades e ofertas.`,
    },
    choose: 'Escolher o que recebe',
  },
  preferences: {
    title: 'O que lhe enviamos',
    intro: organisation => `Escolha o que ${organisation} lhe pode enviar.`,
    channel: { email: 'Novidades e ofertas por e-mail', sms: 'Novidades e ofertas por SMS' },
    topics: 'Quero receber mensagens sobre',
    clicks: 'Contar as ligações dos e-mails que abro',
    save: 'Guardar',
    saved: 'A sua escolha foi guardada.',
    all: 'Cancelar tudo',
    ended: organisation => `${organisation} não lhe enviará mais novidades nem ofertas.`,
    stillGets: 'Continuará a receber mensagens sobre o que pediu, por exemplo uma reserva.',
    notContacted: organisation =>
      `De momento, ${organisation} não lhe envia nada. Fale com a equipa se quiser mudar isso.`,
    nothingToChoose:
      'Não temos um endereço de e-mail nem um número de telefone seu, por isso não há nada para escolher.',
    gone: organisation => `${organisation} já não tem os seus dados e não lhe envia nada.`,
  },
  confirm: {
    subject: organisation => `Confirme, por favor: novidades e ofertas de ${organisation}`,
    intro: organisation =>
      `${organisation} recebeu a indicação de que gostaria de receber novidades e ofertas por e-mail. Confirme, por favor:`,
    link: 'Confirmar',
    otherwise: 'Se não pediu isto, não faça nada. Não receberá estes e-mails.',
    title: 'Confirme, por favor',
    question: organisation => `${organisation} pode enviar-me novidades e ofertas por e-mail.`,
    button: 'Concordo',
    doneTitle: 'Obrigado',
    done: organisation =>
      `${organisation} já lhe pode enviar novidades e ofertas por e-mail. Pode mudar isso quando quiser.`,
  },
  answer: {
    button: 'Enviar resposta',
    stars: stars => `${stars} de 5 estrelas`,
    yes: 'Sim',
    no: 'Não',
    thanksTitle: 'Obrigado',
    thanks: organisation => `${organisation} recebeu a sua resposta.`,
    given: answer => `A sua resposta: ${answer}`,
  },
  sms: {
    stop: organisation =>
      `${organisation}: não receberá mais novidades nem ofertas por SMS. Responda START para voltar a recebê-las.`,
    start: organisation =>
      `${organisation}: vai receber novidades e ofertas por SMS. Responda STOP para deixar de receber.`,
    help: organisation =>
      `${organisation} envia-lhe SMS. Responda STOP para não receber mais novidades e ofertas. Para outros assuntos, fale com o restaurante.`,
  },
  optOut: { reply: 'Responda STOP para não receber mais', open: url => `Não receber mais: ${url}` },
  unknownLink: {
    title: 'Esta ligação não funciona',
    text: 'Pode ter sido cortada pelo caminho. Tente novamente a ligação da mensagem, ou responda à mensagem.',
  },
}
