package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

import dev.waggle.journal.file.ForgettingDisk.Loss;

/** Loss of power at every point of what a disk has recorded, in several states each. */
public final class LostPower {

    private static final long SEED = 20_261_127;

    private LostPower() {}

    /** Check of what a loss of power left. */
    public interface StateCheck {

        /** Fails if a folder is not as promised; the promises are the notes before the loss. */
        void check(Path state, List<Object> promised) throws IOException;
    }

    /**
     * Lays out the states below a folder and checks each.
     *
     * @param each number of random states of a point, besides the one without anything unsynced and the one with all
     */
    public static void everywhere(ForgettingDisk disk, Path folder, int each, StateCheck check) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        Path states = Files.createTempDirectory(folder, "states");
        for (int point = 0; point < disk.points(); point++) {
            if (!disk.isBorder(point) || disk.isBeforeNote(point)) {
                continue;
            }
            for (int n = 0; n < each + 2; n++) {
                Loss loss = n == 0 ? Loss.EVERYTHING_UNSYNCED : n == 1 ? Loss.NOTHING : Loss.ANYTHING;
                Path state = states.resolve(point + "-" + n);
                disk.leave(point, loss, random, state);
                try {
                    check.check(state, disk.notesBefore(point));
                } catch (AssertionError | RuntimeException failed) {
                    throw new AssertionError("seed " + SEED + ", point " + point + ", " + loss + " in " + state + ": "
                            + failed.getMessage(), failed);
                }
            }
        }
    }
}
