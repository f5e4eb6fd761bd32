package dev.waggle.signal.world;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Derives seeds from seeds and names. */
final class SeedDerivation {

    private SeedDerivation() {}

    static RandomGenerator generator(long seed, String name) {
        return new SplittableRandom(derive(seed, name));
    }

    /**
     * FNV-1a (Fowler, Noll, Vo, 1991; 64 bits) over the name, then the finaliser of SplitMix64 (Steele, Lea, Flood,
     * 2014). So similar names give dissimilar seeds.
     */
    static long derive(long seed, String name) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
        }
        // After the name: before it, seed 0 with "a" would be seed 3 with "b".
        hash ^= seed;
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return hash ^ (hash >>> 31);
    }
}
