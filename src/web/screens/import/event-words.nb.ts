import { agree, counted } from '../../counted.nb.ts';
import type { Translation } from '../../translation.ts';
import type { Detail } from './event-detail.ts';
import type en from './event-words.en.ts';

/** What somebody says of a batch that two people settle; who has not answered yet is not told. */
const said = (of: Detail) =>
  of.all['unseen'] === true
    ? ''
    : `, at den ble ${of.all['became'] === 'booked' ? 'bokført' : 'ikke bokført'}: ${of.text('reason')}`;

export default {
  'taken-in': (of: Detail) => `mottatt: ${of.text('file')}, ${of.number('bytes')} byte`,
  'file-changed': (of: Detail) => `${of.text('file')} ble endret etter mottak; det nye innholdet er en egen import`,
  'planned-afresh': () => 'skal kontrolleres på nytt',
  'to-be-booked': () => 'skal bokføres',
  planned: (of: Detail) => `kontrollert: ${counted(of.number('read'), 'rad', 'rader')} lest`,
  posting: (of: Detail) => `kontrollert: ${counted(of.number('read'), 'rad', 'rader')} lest. Bokføringen har startet`,
  retry: (of: Detail) =>
    of.all['left'] === undefined
      ? 'det som var på vent, prøves på nytt'
      : 'det som var på vent, prøves på nytt, unntatt det som er rettet, men ikke bokført',
  answered: (of: Detail) =>
    `«${of.question}» ble besvart med «${of.answer}» for ${of.number('entries')} bilag: ${of.text('reason')}`,
  correction: (of: Detail) => `rettelse ${of.text('correction')} mottatt: ${of.text('file')}`,
  'retry-refused': (of: Detail) => `rettelsen kunne ikke brukes: ${of.issue}`,
  rejected: (of: Detail) => `avvist: ${of.issue}`,
  cancelled: (of: Detail) =>
    `avbrutt: ${of.text('reason')} (${of.all['whole'] === true ? 'ingenting ble bokført' : `${of.number('withdrawn')} bilag ikke sendt, ${of.number('sending')} på vei`})`,
  mended: (of: Detail) => `${counted(of.number('cells'), 'celle', 'celler')} i ${of.number('entries')} bilag rettet`,
  'mends-undone': (of: Detail) => `rettelser angret: ${of.number('cells')}`,
  'mends-set-aside': (of: Detail) =>
    `rettelser av ${[of.all['by']].flat().join(', ')} erstattet av opplastet arbeidsbok: ${of.number('cells')}`,
  skipped: (of: Detail) => `${of.number('entries')} bilag hoppet over: ${of.text('reason')}`,
  'skip-taken-back': (of: Detail) =>
    `${of.number('entries')} bilag som var hoppet over, er på vent igjen${of.all['kept'] === 0 ? '' : ` (${of.number('kept')} ikke, for en annen import har det samme)`}: ${of.text('reason')}`,
  insisted: (of: Detail) =>
    `${of.number('entries')} bilag er ikke ${agree(of.number('entries'), 'et duplikat', 'duplikater')}: ${of.text('reason')}`,
  remembered: (of: Detail) =>
    `jobben ${of.text('job')} bruker fra nå av ${of.text('to')} for ${[of.all['from']].flat().join(', ')}`,
  proposed: (of: Detail) => `svarte om sending ${of.text('batch')}${said(of)}`,
  'proposal-withdrawn': (of: Detail) => `trakk svaret om sending ${of.text('batch')}${said(of)}`,
  stopped: (of: Detail) => `stoppet, og resten er på vent: ${of.text('reason')}`,
  'books-same': (of: Detail) =>
    `tjenesten ${of.text('service')} fører det samme regnskapet som før${of.all['name'] === '' ? '' : `, som nå heter «${of.text('name')}»`}`,
  'books-other': (of: Detail) =>
    `tjenesten ${of.text('service')} fører et annet regnskap enn dette${of.all['name'] === '' ? '' : `, som heter «${of.text('name')}»`}`,
  blocked: (of: Detail) => `på vent: ${of.stall}`,
  'in-doubt': (of: Detail) =>
    of.all['batch'] === undefined
      ? of.all['inDoubt'] === 0
        ? 'uavklart: en avgjørelse ble motsagt'
        : `uavklart: ${of.number('inDoubt')} bilag`
      : `sending ${of.text('batch')} uavklart${of.all['why'] === undefined ? '' : ': prosessen som sendte den, er avsluttet'}`,
  'sender-gone': (of: Detail) => `prosessen bak sending ${of.text('batch')} er avsluttet`,
  'answer-taken-back': (of: Detail) =>
    `svaret om sending ${of.text('batch')} ble trukket tilbake; den er uavklart igjen${of.all['unseen'] === true ? '' : `: ${of.text('reason')}`}`,
  resolved: (of: Detail) =>
    `sending ${of.text('batch')}${Array.isArray(of.all['entries']) ? `, bilag ${of.all['entries'].join(', ')},` : ''} erklært ${of.all['became'] === 'booked' ? 'bokført' : 'ikke bokført'}${of.all['closes'] === true ? ', etter en motsigelse' : ''}: ${of.text('reason')}`,
  recovered: (of: Detail) =>
    `registeret ble gjenopprettet fra en eldre kopi; ifølge forsøksloggen: ${counted(of.number('booked'), 'sending', 'sendinger')} bokført, ${counted(of.number('inDoubt'), 'uavklart', 'uavklarte')}. ${of.text('reason')}`,
  restored: (of: Detail) =>
    `registeret ble gjenopprettet fra en sikkerhetskopi fra ${of.moment('copied')}; av det som ventet da, er ${counted(of.number('inDoubt'), 'sending uavklart', 'sendinger uavklarte')}. ${of.text('reason')}`,
  'restored-plan': (of: Detail) =>
    `registeret ble gjenopprettet fra en sikkerhetskopi fra ${of.moment('copied')}; dette kan være bokført siden, så det venter til noen bokfører det. ${of.text('reason')}`,
  'claimed-again': () =>
    'ifølge forsøksloggen har en tidligere import sendt noen av bilagene; duplikater kontrolleres på nytt',
  'outcome-too-late': (of: Detail) => `sending ${of.text('batch')}: svaret kom etter avgjørelsen`,
  contradicted: (of: Detail) => `avgjørelsen om sending ${of.text('batch')} ble motsagt`,
  mismatch: () => 'kvitteringen går ikke opp',
  completed: (of: Detail) =>
    `fullført: ${of.number('booked')} av ${of.number('planned')} ${of.hasVouchers ? 'bilag bokført' : 'opprettet'}`,
  'partly-booked': (of: Detail) =>
    `${of.all['booked'] === 0 ? 'på vent' : 'delvis bokført'}: ${of.number('booked')} av ${of.number('planned')} ${of.hasVouchers ? 'bilag bokført' : 'opprettet'}`,
} satisfies Translation<typeof en>;
