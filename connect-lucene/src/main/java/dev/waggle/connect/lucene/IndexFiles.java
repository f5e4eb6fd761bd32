package dev.waggle.connect.lucene;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;

/** Files of a Lucene index. */
final class IndexFiles {

    private static final String LOCK = ".lock";

    private IndexFiles() {}

    /** True for exceptions by which Lucene says that an index is damaged or of another version. */
    static boolean isDamage(Throwable failure) {
        if (failure instanceof AlreadyClosedException) {
            return failure.getCause() != null && isDamage(failure.getCause());
        }
        return failure instanceof CorruptIndexException || failure instanceof IndexFormatTooOldException
                || failure instanceof IndexFormatTooNewException || failure instanceof EOFException
                || failure instanceof NoSuchFileException || failure instanceof IllegalArgumentException
                || failure instanceof IllegalStateException || failure instanceof IndexOutOfBoundsException;
    }

    /** Deletes all files of an index, but for the lock of the folder. */
    static void delete(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, Files::isRegularFile)) {
            for (Path file : files) {
                if (!file.endsWith(LOCK)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Copies the last commit of an index. */
    static void copy(FSDirectory from, Directory to) throws IOException {
        for (String file : SegmentInfos.readLatestCommit(from).files(true)) {
            to.copyFrom(from, file, file, IOContext.DEFAULT);
        }
    }
}
