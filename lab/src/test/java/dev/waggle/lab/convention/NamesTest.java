package dev.waggle.lab.convention;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.waggle.lab.convention.ProjectSources.SourceType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Rules for the names of top-level types of main. */
class NamesTest {

    /** Maximum number of words that are in every programmer's head, so that the list does not grow. */
    private static final int MAX_COMMON_WORDS = 60;

    private static final Pattern ONE_WORD = Pattern.compile("[A-Z][a-z0-9]*");

    private static List<SourceType> types = List.of();

    @BeforeAll
    static void readSources() throws IOException {
        types = ProjectSources.main().types();
    }

    @Test
    void noSimpleNameStandsForTwoTypes() {
        Map<String, Set<String>> byName = types.stream().collect(Collectors.groupingBy(SourceType::simpleName,
                TreeMap::new, Collectors.mapping(SourceType::qualifiedName, Collectors.toCollection(TreeSet::new))));
        byName.values().removeIf(namesakes -> namesakes.size() == 1);

        assertThat(byName).as("types that share a simple name").isEmpty();
    }

    @Test
    void aNameOfOneWordStandsOnAList() throws IOException {
        Set<String> listed = new HashSet<>(WordList.of("common-words.txt"));
        listed.addAll(WordList.of("specification-words.txt"));
        listed.addAll(WordList.of("mathematics-words.txt"));

        assertThat(types).filteredOn(type -> isOneWord(type.simpleName()) && !listed.contains(type.simpleName()))
                .extracting(SourceType::qualifiedName).as("names of one word that stand on no list").isEmpty();
    }

    @Test
    void theListOfCommonWordsIsShort() throws IOException {
        assertThat(WordList.of("common-words.txt")).hasSizeLessThanOrEqualTo(MAX_COMMON_WORDS).doesNotHaveDuplicates();
    }

    @Test
    void everyListedWordIsTheNameOfATypeAndStandsOnOneListOnly() throws IOException {
        Set<String> names = types.stream().map(SourceType::simpleName).collect(Collectors.toSet());
        List<String> common = WordList.of("common-words.txt");
        List<String> specification = WordList.of("specification-words.txt");
        List<String> mathematics = WordList.of("mathematics-words.txt");

        assertThat(names).containsAll(common).containsAll(specification).containsAll(mathematics);
        assertThat(common).doesNotContainAnyElementsOf(specification).doesNotContainAnyElementsOf(mathematics);
        assertThat(specification).doesNotHaveDuplicates().doesNotContainAnyElementsOf(mathematics);
        assertThat(mathematics).doesNotHaveDuplicates();
    }

    private static boolean isOneWord(String name) {
        return ONE_WORD.matcher(name).matches() && !name.equals("package-info");
    }
}
