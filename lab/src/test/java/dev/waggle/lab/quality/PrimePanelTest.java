package dev.waggle.lab.quality;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The recorded set that ships is what its programs say, and its truths are exact. */
class PrimePanelTest {

    private static final int CERTAINTY = 60;

    private static final Path SHIPPED = shipped();

    private static Path shipped() {
        Path module = Path.of(System.getProperty("basedir", ".")).toAbsolutePath().normalize();
        return module.resolveSibling("examples").resolve("primes");
    }

    @Test
    void theProgramsGiveTheAnswersThatShip(@TempDir Path folder) throws IOException {
        PrimePanel.main(new String[] {folder.toString()});

        assertThat(folder.resolve("votes.csv")).hasSameTextualContentAs(SHIPPED.resolve("votes.csv"));
        assertThat(folder.resolve("truth.csv")).hasSameTextualContentAs(SHIPPED.resolve("truth.csv"));
    }

    @Test
    void theTruthsAreExact() throws IOException {
        List<String> rows = Files.readAllLines(SHIPPED.resolve("truth.csv"));

        assertThat(rows).hasSize(376);
        for (String row : rows.subList(1, rows.size())) {
            int comma = row.indexOf(',');
            boolean isPrime = new BigInteger(row.substring(0, comma)).isProbablePrime(CERTAINTY);
            assertThat(row.substring(comma + 1)).as(row).isEqualTo(isPrime ? "prime" : "composite");
        }
    }
}
