package dev.waggle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
  * The recorded data, which is not part of the repository. The system property {@code waggle.data} names its folder.
  * Without it a test is skipped, counted and printed; where {@code CI=true} it fails. So nothing is skipped in silence.
 */
public final class SharedData {

    private static final AtomicInteger SKIPPED = new AtomicInteger();

    private SharedData() {}

    /** The file or folder at that path in the data, for example "crowd/web/label.csv". */
    public static Path require(String path) {
        String folder = System.getProperty("waggle.data", "");
        Path found = Path.of(folder).resolve(path);
        if (!folder.isEmpty() && Files.exists(found)) {
            return found;
        }
        String missing = "no recorded data at " + found + "; -Dwaggle.data=FOLDER says where it is";
        if ("true".equals(System.getenv("CI"))) {
            Assertions.fail(missing);
        }
        System.out.println("skipped for want of recorded data: " + SKIPPED.incrementAndGet() + " (" + missing + ")");
        Assumptions.abort(missing);
        return found;
    }
}
