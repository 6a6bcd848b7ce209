import * as fc from 'fast-check';

/** Decimal numbers as text: up to 40 digits before and after the point. */
export function decimalText(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.boolean(),
      fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,39}$/)),
      fc.option(fc.stringMatching(/^\d{1,40}$/)),
    )
    .map(([minus, whole, part]) => `${minus ? '-' : ''}${whole}${part === null ? '' : `.${part}`}`);
}

/** The number times ten to the power of `places`, which must give a whole number. */
export function scaledBigInt(text: string, places: number): bigint {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
  const zeros = places - part.length + Number(exponent);
  const digits = BigInt(whole + part);
  const scaled = zeros >= 0 ? digits * 10n ** BigInt(zeros) : digits / 10n ** BigInt(-zeros);
  return sign === '-' ? -scaled : scaled;
}

/** Rounded to a multiple of ten to the power of `places`, half to even (banker's rounding). */
export function roundHalfEven(scaled: bigint, places: number): bigint {
  const step = 10n ** BigInt(places);
  const size = scaled < 0n ? -scaled : scaled;
  const [whole, rest] = [size / step, size % step];
  const up = rest * 2n > step || (rest * 2n === step && whole % 2n === 1n);
  const rounded = (up ? whole + 1n : whole) * step;
  return scaled < 0n ? -rounded : rounded;
}
