package dev.waggle.journal;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/** A room uses only the rooms below it: cassettes stand on files, files on the codecs. */
class LadderTest {

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.waggle.journal");

    @Test
    void codecsKnowNoFiles() {
        noClasses().that()
                .resideInAPackage("dev.waggle.journal")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.waggle.journal.*..", "java.nio.file..")
                .check(classes);
    }

    @Test
    void filesKnowNoCassettes() {
        noClasses().that()
                .resideInAPackage("dev.waggle.journal.file")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.waggle.journal.cassette")
                .check(classes);
    }

    @Test
    void onlyTheTextOfJsonKnowsTheLibrary() {
        noClasses().that()
                .haveNameNotMatching(".*\\.JsonText(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("tools.jackson..")
                .check(classes);
    }

    @Test
    void nothingHereKnowsASwarm() {
        noClasses().should().dependOnClassesThat().resideInAPackage("dev.waggle.swarm..").check(classes);
    }
}
