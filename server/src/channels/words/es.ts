import type { GuestWords } from './guest-words.ts'

export const es: GuestWords = {
  footer: { unsubscribe: 'Darse de baja', preferences: 'Elegir qué le enviamos' },
  unsubscribe: {
    title: 'Darse de baja',
    question: {
      email: organisation => `¿No desea recibir más correos de ${organisation}?`,
      sms: organisation => `¿No desea recibir más SMS de ${organisation}?`,
    },
    button: 'Darse de baja',
    doneTitle: 'Se ha dado de baja',
    done: {
      email: organisation => `${organisation} ya no le enviará novedades ni ofertas por correo electrónico.`,
      sms: organisation => `${organisation} ya no le enviará novedades ni ofertas por SMS.`,
    },
    choose: 'Elegir qué recibe',
  },
  preferences: {
    title: 'Qué le enviamos',
    intro: organisation => `Elija qué puede enviarle ${organisation}.`,
    channel: {
      email: 'Novedades y ofertas por correo electrónico',
      sms: 'Novedades y ofertas por SMS',
    },
    topics: 'Quiero recibir mensajes sobre',
    clicks: 'Contar qué enlaces de los correos abro',
    save: 'Guardar',
    saved: 'Guardado.',
    all: 'Darse de baja de todo',
    ended: organisation => `${organisation} ya no le enviará novedades ni ofertas.`,
    stillGets: 'Seguirá recibiendo mensajes sobre lo que haya pedido, por ejemplo una reserva.',
    notContacted: organisation =>
      `${organisation} no le envía mensajes en este momento. Contacte con el equipo para cambiarlo.`,
    nothingToChoose:
      'No tenemos su correo electrónico ni su número de teléfono, así que no hay nada que elegir.',
    gone: organisation => `${organisation} ya no tiene sus datos y no le envía nada.`,
  },
  confirm: {
    subject: organisation => `Confirme, por favor: novedades y ofertas de ${organisation}`,
    intro: organisation =>
      `Hemos recibido su consentimiento para enviarle novedades y ofertas de ${organisation} por correo electrónico. Confírmelo, por favor:`,
    link: 'Confirmar',
    otherwise: 'Si no lo ha pedido, no haga nada. No recibirá estos correos.',
    title: 'Confirme, por favor',
    question: organisation => `${organisation} puede enviarme novedades y ofertas por correo electrónico.`,
    button: 'Acepto',
    doneTitle: 'Gracias',
    done: organisation =>
      `${organisation} ya puede enviarle novedades y ofertas por correo electrónico. Puede cambiarlo cuando quiera.`,
  },
  answer: {
    button: 'Enviar respuesta',
    stars: stars => `${stars} de 5 estrellas`,
    yes: 'Sí',
    no: 'No',
    thanksTitle: 'Gracias',
    thanks: organisation => `${organisation} ha recibido su respuesta.`,
    given: answer => `Su respuesta: ${answer}`,
  },
  sms: {
    stop: organisation =>
      `${organisation}: ya no recibirá novedades ni ofertas por SMS. Responda START para volver a recibirlas.`,
    start: organisation =>
      `${organisation}: recibirá novedades y ofertas por SMS. Responda STOP para dejar de recibirlas.`,
    help: organisation =>
      `${organisation} le envía SMS. Responda STOP para no recibir más novedades ni ofertas. Para cualquier otra cosa, pregunte en el local.`,
  },
  optOut: { reply: 'Responda STOP para darse de baja', open: url => `Baja: ${url}` },
  unknownLink: {
    title: 'Este enlace no funciona',
    text: 'Puede que esté incompleto. Ábralo otra vez desde el mensaje, o responda al mensaje.',
  },
}
