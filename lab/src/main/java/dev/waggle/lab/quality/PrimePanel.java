package dev.waggle.lab.quality;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Records the set that ships with {@code waggle eval}. Seven small programs say whether a number is prime, and each of
 * them errs: trial division that ends early, and Fermat tests that pseudoprimes deceive. Their errors are not
 * independent, as those of a council are not. The numbers are all Fermat pseudoprimes to base 2 below {@value #LIMIT},
 * and primes and other composites at equal distances. The truth is exact.
 *
 * <p>Argument: the folder of the files {@code votes.csv} and {@code truth.csv}.
 */
public final class PrimePanel {

    private static final int LIMIT = 100_000;
    private static final int PRIMES = 200;
    private static final int COMPOSITES = 122;
    private static final int SMALLEST = 1_001;

    private PrimePanel() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            throw new IllegalArgumentException("usage: PrimePanel FOLDER");
        }
        Path folder = Path.of(args[0]);
        StringBuilder votes = new StringBuilder("item,agent,answer\n");
        StringBuilder truths = new StringBuilder("item,truth\n");
        for (long number : numbers()) {
            programs().forEach((name, test) -> votes.append(number).append(',').append(name).append(',')
                    .append(word(test.test(number))).append('\n'));
            truths.append(number).append(',').append(word(isPrime(number))).append('\n');
        }
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("votes.csv"), votes, StandardCharsets.UTF_8);
        Files.writeString(folder.resolve("truth.csv"), truths, StandardCharsets.UTF_8);
    }

    static Map<String, LongPredicate> programs() {
        Map<String, LongPredicate> programs = new LinkedHashMap<>();
        programs.put("trial-7", number -> hasNoDivisor(number, 7));
        programs.put("trial-31", number -> hasNoDivisor(number, 31));
        programs.put("trial-97", number -> hasNoDivisor(number, 97));
        programs.put("fermat-2", number -> power(2, number - 1, number) == 1);
        programs.put("fermat-4", number -> power(4, number - 1, number) == 1);
        programs.put("fermat-3", number -> power(3, number - 1, number) == 1);
        programs.put("euler-2", number -> {
            long root = power(2, (number - 1) / 2, number);
            return root == 1 || root == number - 1;
        });
        return programs;
    }

    /** The numbers in ascending order; all are odd and have no divisor 3 or 5. */
    static SortedSet<Long> numbers() {
        SortedSet<Long> primes = new TreeSet<>();
        SortedSet<Long> composites = new TreeSet<>();
        SortedSet<Long> chosen = new TreeSet<>();
        for (long number = SMALLEST; number < LIMIT; number += 2) {
            if (number % 3 == 0 || number % 5 == 0) {
                continue;
            }
            if (isPrime(number)) {
                primes.add(number);
            } else if (power(2, number - 1, number) == 1) {
                chosen.add(number);
            } else {
                composites.add(number);
            }
        }
        addSpread(primes, PRIMES, chosen);
        addSpread(composites, COMPOSITES, chosen);
        return chosen;
    }

    private static void addSpread(SortedSet<Long> from, int count, Set<Long> to) {
        int at = 0;
        for (long number : from) {
            if ((long) at * count / from.size() != (at + 1L) * count / from.size()) {
                to.add(number);
            }
            at++;
        }
    }

    static boolean isPrime(long number) {
        return hasNoDivisor(number, (long) Math.sqrt((double) number) + 1);
    }

    private static boolean hasNoDivisor(long number, long largest) {
        for (long divisor = 2; divisor <= largest && divisor < number; divisor++) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return true;
    }

    private static long power(long base, long exponent, long modulus) {
        return BigInteger.valueOf(base).modPow(BigInteger.valueOf(exponent), BigInteger.valueOf(modulus)).longValue();
    }

    static String word(boolean isPrime) {
        return isPrime ? "prime" : "composite";
    }
}
