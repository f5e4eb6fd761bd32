package dev.waggle.lab.convention;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.waggle.lab.convention.ProjectSources.SourceFile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A package is a room with one question; one with more files than this has several. */
class RoomSizeTest {

    private static final long MAX_FILES = 30;

    @Test
    void noPackageHoldsTooManyFiles() throws IOException {
        assertThat(crowded(ProjectSources.main())).as("packages of main with more than %s files", MAX_FILES).isEmpty();
    }

    @Test
    void noPackageHoldsTooManyTests() throws IOException {
        assertThat(crowded(ProjectSources.tests())).as("packages of tests with more than %s files", MAX_FILES)
                .isEmpty();
    }

    private static Map<String, Long> crowded(ProjectSources sources) {
        Map<String, Long> sizes = sources.files().stream()
                .collect(Collectors.groupingBy(SourceFile::packageName, TreeMap::new, Collectors.counting()));
        sizes.values().removeIf(size -> size <= MAX_FILES);
        return sizes;
    }
}
