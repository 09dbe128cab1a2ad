// The reference: bare csv-parse, every record an array, and nothing done with it.   node bench/csv-parse.mjs FILE
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';

let records = 0;
createReadStream(process.argv[2])
  .pipe(parse({ delimiter: ';' }))
  .on('data', () => {
    records++;
  })
  .on('end', () => console.log(records));
