import { describe, expect, test } from 'vitest';
import {
  addressInName,
  isNamedAsAddress,
} from '../../../src/domain/payment-settings/address-findings.js';

const OWN = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
const OLD = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ODD = 'pool-account-0001';

describe('a name that is an address', () => {
  test.each([
    ['one that is paid to', OLD, true],
    ['the same in capitals', OLD.toUpperCase(), true],
    ['another of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', true],
    ['one of Ethereum', '0x52908400098527886E0F7030069857D2E4169EE7', true],
    ['one of a test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', true],
    ['one of no known form that is paid to', ODD, true],
    ['another in groups', '1A1z P1eP 5QGe fi2D MPTf TL5S Lmv7 Divf Na', true],
    ['one that is paid to, with hyphens', OLD.replaceAll(/.{4}/g, '$&-'), true],
    ['its own in groups', OWN.replaceAll(/.{4}/g, '$& '), false],
    ['its own', OWN, false],
    ['its own in capitals', OWN.toUpperCase(), false],
    ['a name', 'cold store', false],
    ['one with a wrong checksum, which is no address', `${OLD.slice(0, -1)}5`, false],
  ])('%s', (_, name, isOne) => {
    expect(isNamedAsAddress({ name, address: OWN }, [OLD, ODD, OWN])).toBe(isOne);
  });
});

describe('a name with a word that looks like another address', () => {
  test.each([
    [OLD, OLD],
    [`old: ${OLD}!`, OLD],
    [`${OLD.slice(0, -1)}5`, `${OLD.slice(0, -1)}5`],
    ['cold bc1qw508…', 'bc1qw508'],
    ['cold …f3t4', 'f3t4'],
    ['cold …F3T4', 'F3T4'],
    ['A'.repeat(26), 'A'.repeat(26)],
    ['pay bc1q w508 d6qe jxtd g4y5', 'bc1qw508d6qejxtdg4y5'],
    ['bc1qw5+08d6qe+jxtdg4+y5r3za', 'bc1qw508d6qejxtdg4y5r3za'],
    [`é${OLD}`, `e${OLD}`],
    [`${OLD}ж`, OLD],
    [`pay ${OLD.replace('c', 'с')}`, OLD],
    [OLD.replaceAll(/[a-z]/g, (each) => String.fromCodePoint(each.charCodeAt(0) + 0xfee0)), OLD],
    [`cold ${OWN.replaceAll(/.{4}/g, '$& ')}`, null],
    ['site hall rack five 2026', null],
    ['cold store 2026', null],
    ['a', null],
    ['', null],
    [OWN, null],
    [`cold ${OWN.slice(0, 12)}…${OWN.slice(-4)}`, null],
  ])('%j', (name, word) => {
    expect(addressInName({ name, address: OWN }, [OLD, OWN])).toBe(word);
  });
});
