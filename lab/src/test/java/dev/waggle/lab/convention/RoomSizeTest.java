package dev.waggle.lab.convention;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.waggle.lab.convention.MainSources.SourceFile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A package is a room with one question; one with more files than this has several. */
class RoomSizeTest {

    private static final long MAX_FILES = 30;

    @Test
    void noPackageHoldsTooManyFiles() throws IOException {
        Map<String, Long> sizes = MainSources.read().files().stream()
                .collect(Collectors.groupingBy(SourceFile::packageName, TreeMap::new, Collectors.counting()));
        sizes.values().removeIf(size -> size <= MAX_FILES);

        assertThat(sizes).as("files of packages with more than %s", MAX_FILES).isEmpty();
    }
}
