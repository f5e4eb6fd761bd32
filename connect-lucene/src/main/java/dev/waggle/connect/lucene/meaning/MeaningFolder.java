package dev.waggle.connect.lucene.meaning;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.waggle.connect.lucene.vector.VectorFile;
import dev.waggle.connect.lucene.vector.VectorIndex;
import dev.waggle.connect.lucene.vector.VectorIndexListener;
import dev.waggle.connect.lucene.vector.VectorSpace;
import dev.waggle.signal.world.World;

/**
 * Folder of the vectors of memories, with one folder for each embedding model and length.
 *
 * <pre>
 *   MODEL-LENGTH/vectors.bin   vectors that were paid for, by digest of the text
 *   MODEL-LENGTH/graph/        derived
 * </pre>
 */
public final class MeaningFolder {

    private static final String GRAPH = "graph";
    private static final int NAME_BYTES = 8;

    private final Path folder;
    private final World world;

    /** Vectors in that folder, which the first of them creates. */
    public MeaningFolder(Path folder, World world) {
        this.folder = folder;
        this.world = world;
    }

    /** The space of a model in which there are vectors already. */
    Optional<VectorSpace> known(String model) throws IOException {
        for (Path place : places()) {
            Optional<VectorSpace> space = VectorFile.spaceIn(place);
            if (space.isPresent() && space.get().model().equals(model)) {
                return space;
            }
        }
        return Optional.empty();
    }

    VectorFile file(VectorSpace space) throws IOException {
        return VectorFile.open(place(space), space, world);
    }

    VectorIndex index(VectorSpace space, VectorIndexListener listener) throws IOException {
        return VectorIndex.open(place(space).resolve(GRAPH), space, world, listener);
    }

    /** Deletes all vectors of a space. */
    void delete(VectorSpace space) throws IOException {
        try (Stream<Path> files = Files.walk(place(space))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /**
     * Removes the vectors of texts, of all models; the vectors of open indexes are for their owners to remove.
     *
     * @param open the space that somebody has open
     */
    public void forget(Collection<String> texts, Optional<VectorSpace> open) throws IOException {
        for (Path place : places()) {
            Optional<VectorSpace> space = VectorFile.spaceIn(place);
            if (space.isPresent()) {
                int removed = VectorFile.open(place, space.get(), world)
                        .remove(texts.stream().map(MeaningText::key).toList());
                if (removed > 0 && !space.equals(open)) {
                    deleteGraph(place);
                }
            }
        }
    }

    /** A graph without an owner is made anew, because nobody says which of its entries are gone. */
    private static void deleteGraph(Path place) throws IOException {
        Path graph = place.resolve(GRAPH);
        if (Files.isDirectory(graph)) {
            try (Stream<Path> files = Files.walk(graph)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private List<Path> places() throws IOException {
        List<Path> places = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, Files::isDirectory)) {
                all.forEach(places::add);
            }
        }
        places.sort(Comparator.naturalOrder());
        return places;
    }

    private Path place(VectorSpace space) {
        return folder.resolve(HexFormat.of().formatHex(MeaningText.digest(space.model()), 0, NAME_BYTES) + '-'
                + space.dimension());
    }
}
